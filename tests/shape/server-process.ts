/** One process of Portico under test. */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Seen from here as well as from the bundle in `build/`. */
const findRoot = (): string => {
  const here = fileURLToPath(new URL('.', import.meta.url));
  return here.slice(0, here.search(/\/(tests|build)\//));
};

export const root = findRoot();

export interface ServerProcess {
  readonly name: string;
  readonly pid: number;
  /** What it has written so far. */
  output(): string;
  /** Resolves with the exit code, or null after a signal. */
  readonly ended: Promise<number | null>;
  isRunning(): boolean;
  kill(signal: NodeJS.Signals): Promise<void>;
}

export interface ProcessOptions {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where its output is kept. */
  readonly folder: string;
  /** Options of Node itself, such as `--cpu-prof`. */
  readonly node_options?: readonly string[];
}

/** Only what every process needs, so that variables of the machine do not leak into a test. */
const inherited = (): Record<string, string> => {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ'];
  const entries = names.map((name) => [name, process.env[name]]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Record<string, string>;
};

const endOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => child.once('exit', (code) => resolve(code)));

export const startProcess = ({ name, env, folder, node_options = [] }: ProcessOptions): ServerProcess => {
  const logFile = join(folder, `${name}.log`);
  const log = openSync(logFile, 'a');
  const child = spawn(
    process.execPath,
    [...node_options, '--enable-source-maps', join(root, 'build', `${name}.js`)],
    {
      cwd: root,
      env: { ...inherited(), ...env },
      stdio: ['ignore', log, log],
    },
  );
  closeSync(log);
  const ended = endOf(child);
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return {
    name,
    pid: child.pid ?? 0,
    output: () => readFileSync(logFile, 'utf8'),
    ended,
    isRunning,
    kill: async (signal) => {
      if (isRunning()) child.kill(signal);
      await ended;
    },
  };
};
