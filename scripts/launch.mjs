import './node-version.mjs';

/** Brings packages and build up to date, then becomes the process `build/<name>.js`. */
export const launch = async (name) => {
  try {
    const { ensureInstalled } = await import('./install.mjs');
    await ensureInstalled();
    const { build } = await import('./build.mjs');
    await build();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
  // In this process rather than a child: nothing is left behind when this one is killed.
  process.setSourceMapsEnabled(true);
  await import(`../build/${name}.js`);
};
