// Type-checks the whole workspace with the native TypeScript compiler.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
await import('./generate.mjs');
const { status } = spawnSync(
  process.execPath,
  ['node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.json'],
  { cwd: root, stdio: 'inherit' },
);
process.exit(status ?? 1);
