/** Processes of the benchmark beside the measured one; each is this same program in another role. */
import { spawn } from 'node:child_process';

export type RoleName = 'load' | 'hash-limit' | 'route-limit';

export interface RoleProcess<M> {
  /** The next message, or a rejection when the process ends without one. */
  next(): Promise<M>;
  stop(): Promise<void>;
}

interface RoleOptions {
  readonly job: object;
  readonly env?: Readonly<Record<string, string>>;
}

/** @param entry the program itself. */
export const startRole = <M>(
  entry: string,
  role: RoleName,
  { job, env = {} }: RoleOptions,
): RoleProcess<M> => {
  const child = spawn(process.execPath, [...process.execArgv, entry, `--role=${role}`], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const arrived: M[] = [];
  let wanted: { resolve(message: M): void; reject(error: Error): void } | undefined;
  child.on('message', (message) => {
    if (wanted) wanted.resolve(message as M);
    else arrived.push(message as M);
    wanted = undefined;
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', (code) => {
      wanted?.reject(new Error(`The process ${role} ended with code ${code}.`));
      resolve();
    });
  });
  child.send(job);
  return {
    next: () => {
      const message = arrived.shift();
      if (message !== undefined) return Promise.resolve(message);
      return new Promise((resolve, reject) => {
        wanted = { resolve, reject };
      });
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};
