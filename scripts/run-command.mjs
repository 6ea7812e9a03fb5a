import { spawn } from 'node:child_process';
import { root } from './paths.mjs';

/**
 * Runs a program to its end with the terminal's input and output.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, quiet?: boolean }} [options] `quiet` shows the output only on failure.
 * @returns {Promise<number>} the exit code
 */
export const runCommand = (command, args, { cwd = root, env = process.env, quiet = false } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      shell: process.platform === 'win32' && command === 'npm',
    });
    const output = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      const result = code ?? (signal === 'SIGINT' ? 130 : 1);
      if (quiet && result !== 0) process.stderr.write(Buffer.concat(output));
      resolve(result);
    });
  });

/** Like runCommand for programs that must succeed. */
export const mustRun = async (command, args, options) => {
  const code = await runCommand(command, args, options);
  if (code !== 0) throw new Error(`\`${[command, ...args].join(' ')}\` failed with exit code ${code}.`);
};
