/** Programs of a few lines in a process of their own, for tests of how processes start and end. */
import { spawn, type ChildProcess } from 'node:child_process';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface StartedProgram {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves when standard output contains the text; rejects when the program ends before. */
  printed(text: string): Promise<void>;
}

/** @param source An ES module; imports resolve as they do from `from` (`import.meta.url` of the test). */
export const startProgram = (
  source: string,
  from: string,
  env: Record<string, string> = {},
): StartedProgram => {
  const parameters = ['--import', 'tsx', '--input-type=module', '--eval', source];
  const cwd = new URL('.', from);
  const child = spawn(process.execPath, parameters, { cwd, env: { ...process.env, ...env } });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  // 'exit', because a grandchild may keep the pipes open.
  const ended = new Promise<Ended>((resolve) => {
    child.once('exit', (code) => setTimeout(() => resolve({ code, stdout, stderr }), 50));
  });
  const printed = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const check = () => stdout.includes(text) && resolve();
      child.stdout.on('data', check);
      check();
      void ended.then((end) =>
        reject(new Error(`ended with ${end.code} before printing "${text}": ${end.stderr}`)),
      );
    });
  return { child, ended, printed };
};
