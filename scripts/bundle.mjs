import { existsSync, readdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { root } from './paths.mjs';

const entryPoints = () => {
  const entries = {
    standalone: 'standalone/src/main.ts',
    distributed: 'standalone/src/distributed.ts',
    migrate: 'standalone/src/migrate.ts',
    sandbox: 'standalone/src/sandbox/main.ts',
    gateway: 'gateway/src/main.ts',
    web: 'web/server/main.ts',
    bench: 'tests/bench/main.ts',
    'hash-worker': 'services/identity/src/passwords/hash-worker.js',
  };
  for (const name of readdirSync(join(root, 'services'))) entries[name] = `services/${name}/src/main.ts`;
  return Object.fromEntries(Object.entries(entries).filter(([, path]) => existsSync(join(root, path))));
};

const packageName = (path) => path.split('/', path.startsWith('@') ? 2 : 1).join('/');

/** Where Node would find the package when asked from this folder. */
const findPackage = (name, folder) => {
  for (let at = folder; at.startsWith(root); at = dirname(at)) {
    const found = join(at, 'node_modules', name);
    if (existsSync(found)) return found;
  }
  return undefined;
};

/**
 * npm packages stay imports and our own workspaces become part of the bundle. A package that npm could not hoist
 * is bundled too, since the bundle stands in `build/` and would find another version or none.
 */
const workspacesOnly = {
  name: 'workspaces-only',
  setup(build) {
    const answers = new Map();
    build.onResolve({ filter: /^[^./]/ }, ({ path, resolveDir, kind }) => {
      if (kind === 'entry-point' || path.startsWith('@portico/')) return undefined;
      if (path.startsWith('node:')) return { path, external: true };
      const name = packageName(path);
      const key = `${resolveDir}\0${name}`;
      if (!answers.has(key)) answers.set(key, findPackage(name, resolveDir) ?? '');
      const nested = answers.get(key) && answers.get(key) !== join(root, 'node_modules', name);
      return nested ? undefined : { path, external: true };
    });
  },
};

/** Old chunks stay an hour, because a process that still runs may load one late. */
const removeOldChunks = async (outputs) => {
  const folder = join(root, 'build');
  const kept = new Set(Object.keys(outputs).map((path) => join(root, path)));
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    if (kept.has(path) || !name.startsWith('chunk-')) continue;
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > 3_600_000) await rm(path, { force: true });
  }
};

/** Bundles every process of the repository into `build/<process>.js`. */
export const bundleProcesses = async () => {
  const { build, stop } = await import('esbuild');
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entryPoints(),
    outdir: 'build',
    chunkNames: 'chunk-[name]-[hash]', // Beside the entries, so that `new URL('./hash-worker.js', import.meta.url)` holds in both.
    bundle: true,
    splitting: true, // Keeps `import()` lazy, so that standalone does not load what only a cluster needs.
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
    plugins: [workspacesOnly],
  });
  await stop(); // Else its process lives as long as this one.
  await removeOldChunks(metafile.outputs);
  return Object.keys(metafile.outputs).map((path) => relative('build', path));
};
