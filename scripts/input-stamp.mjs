import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './paths.mjs';

const ignored = new Set(['node_modules', 'dist', 'build', '.portico', 'test', 'coverage']);

const isInput = (name) => !/\.test\.tsx?$/.test(name);

const listFiles = (path, found) => {
  let info;
  try {
    info = statSync(path);
  } catch {
    return; // Deleted while listing, or not there in this checkout.
  }
  if (info.isFile()) {
    found.push({ path, changed: info.mtimeMs, size: info.size });
    return;
  }
  for (const name of readdirSync(path).sort()) {
    if (!ignored.has(name) && isInput(name)) listFiles(join(path, name), found);
  }
};

const digest = (parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

const readStamp = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
};

/**
 * Tells whether inputs changed since the last `write`. Dates and sizes are compared first, because that takes
 * milliseconds; contents only when those differ, because a fresh checkout changes every date.
 * @param {string} name
 * @param {string[]} inputs files and folders, relative to the repository
 */
export const inputStamp = (name, inputs) => {
  const file = join(root, 'build', '.stamps', `${name}.json`);
  const files = [];
  for (const input of inputs) listFiles(join(root, input), files);
  const dates = digest(files.flatMap(({ path, changed, size }) => [path, String(changed), String(size)]));
  let hashed;
  const contents = () =>
    (hashed ??= digest(files.flatMap(({ path }) => [path.slice(root.length), readFileSync(path)])));
  const write = () => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ dates, contents: contents() }));
  };
  return {
    isCurrent() {
      const last = readStamp(file);
      if (last.dates === dates) return true;
      if (last.contents !== contents()) return false;
      write();
      return true;
    },
    write,
  };
};
