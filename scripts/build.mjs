import './node-version.mjs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inputStamp } from './input-stamp.mjs';
import { root } from './paths.mjs';
import { mustRun } from './run-command.mjs';

const ownInputs = ['package-lock.json', 'scripts/build.mjs', 'scripts/bundle.mjs'];
const wireInputs = ['proto/portico', 'proto/buf.gen.yaml'];
const pageInputs = ['src', 'public', 'index.html', 'vite.config.ts', 'package.json'].map(
  (path) => `web/${path}`,
);

const steps = {
  processes: {
    says: 'Building the services …',
    inputs: [
      ...ownInputs,
      ...wireInputs,
      ...['platform', 'services', 'gateway', 'standalone', 'web/server', 'web/package.json', 'tests/bench'],
    ],
    output: 'build/gateway.js',
    run: async () => {
      const { bundleProcesses } = await import('./bundle.mjs');
      await bundleProcesses();
    },
  },
  pages: {
    says: 'Building the pages …',
    inputs: [...ownInputs, ...pageInputs, 'sdk'],
    output: 'web/dist/index.html',
    run: () =>
      mustRun(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build'], {
        cwd: join(root, 'web'),
        quiet: true,
      }),
  },
};

const runStep = async (name) => {
  const step = steps[name];
  const stamp = inputStamp(name, step.inputs);
  if (stamp.isCurrent() && existsSync(join(root, step.output))) return;
  console.log(step.says);
  await step.run();
  stamp.write();
};

/** Brings `proto/gen`, `build/` and the pages up to date; what did not change is left alone. */
export const build = async ({ pages = true } = {}) => {
  await import('./generate.mjs');
  await Promise.all([runStep('processes'), pages && runStep('pages')]);
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await build();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
