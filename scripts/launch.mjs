import './node-version.mjs';
import { readFileSync } from 'node:fs';

/** Our parent and its parent, where the system tells: npm and the shell it starts us with. */
const ancestors = () => {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]}`;
  } catch {
    return String(process.ppid);
  }
};

/** The shell keeps signals to itself, so that when npm ends or is killed all we see is that our ancestors change. */
const endWithNpm = () => {
  if (process.env.npm_lifecycle_event === undefined) return;
  const before = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
};

/** Brings packages and build up to date, then becomes the process `build/<name>.js`. */
export const launch = async (name) => {
  endWithNpm();
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
