import './node-version.mjs';

try {
  const { ensureInstalled } = await import('./install.mjs');
  await ensureInstalled();
  const { build } = await import('./build.mjs');
  await build();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
// In this process rather than a child: no process is left behind when this one is killed.
process.setSourceMapsEnabled(true);
await import('../build/standalone.js');
