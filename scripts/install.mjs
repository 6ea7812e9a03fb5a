import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { mustRun, runCommand } from './run-command.mjs';

const readPackages = async (file) => {
  try {
    return JSON.parse(await readFile(join(root, file), 'utf8')).packages ?? {};
  } catch {
    return undefined;
  }
};

/** Compares versions rather than file dates: a checkout touches dates, and npm writes both files at about the same time. */
const isInstalled = async () => {
  const [wanted, found] = await Promise.all([
    readPackages('package-lock.json'),
    readPackages('node_modules/.package-lock.json'),
  ]);
  if (!wanted || !found) return { present: found !== undefined, current: false };
  const current = Object.entries(wanted).every(
    ([path, { version, link, optional }]) =>
      !path.includes('node_modules/') || link || optional || found[path]?.version === version,
  );
  return { present: true, current };
};

/** Installs the npm packages when they are missing or not those of package-lock.json. */
export const ensureInstalled = async () => {
  const { present, current } = await isInstalled();
  if (current) return;
  if (present) {
    console.log('Updating the npm packages …');
    await mustRun('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error']);
    return;
  }
  console.log('Installing the npm packages (once) …');
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  if ((await runCommand('npm', ['ci', ...quiet])) !== 0) await mustRun('npm', ['install', ...quiet]);
};
