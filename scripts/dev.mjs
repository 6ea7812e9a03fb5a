// `npm run dev`: standalone that restarts after a change, and the pages with hot reload on http://localhost:5173.
import './node-version.mjs';
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { root } from './paths.mjs';

const watched = ['proto/portico', 'platform/src', 'services', 'gateway/src', 'standalone/src', 'web/server'];
let server;
let stopping = false;

const startServer = () => {
  server = spawn(process.execPath, ['--enable-source-maps', 'build/standalone.js'], {
    cwd: root,
    stdio: 'inherit',
  });
};

const stopServer = async () => {
  if (!server || server.exitCode !== null) return;
  const ended = new Promise((resolve) => server.once('close', resolve));
  server.kill('SIGTERM');
  await ended;
};

let working = Promise.resolve();
let timer;

const rebuild = async () => {
  try {
    await build({ pages: false });
  } catch (error) {
    console.error(error.message);
    return; // The old version goes on until the mistake is mended.
  }
  await stopServer();
  if (!stopping) startServer();
};

const onChange = (_event, file) => {
  if (!file || !/\.(ts|proto|tsx|json)$/.test(file) || /\.test\.ts$|node_modules/.test(file)) return;
  clearTimeout(timer);
  timer = setTimeout(() => (working = working.then(rebuild)), 100);
};

await ensureInstalled();
await build();
startServer();
const vite = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js')], {
  cwd: join(root, 'web'),
  stdio: 'inherit',
});
for (const folder of watched) watch(join(root, folder), { recursive: true }, onChange);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    stopping = true;
    vite.kill('SIGTERM');
    await working;
    await stopServer();
    process.exit(0);
  });
}
