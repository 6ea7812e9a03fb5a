import { describe, expect, it } from 'vitest';
import { startProgram } from './testing/child-process.ts';

const program = (
  build: string,
  schema = 'z.object({ HTTP_PORT: fields.port(0), LOG_LEVEL: fields.log_level() })',
) => `
  import { z } from 'zod';
  import { fields } from './config.ts';
  import { StartError } from './errors.ts';
  import { run } from './run.ts';
  run({ name: 'sample', schema: ${schema}, build: async () => { ${build} } });
`;

const good = `return {
  start: async () => console.log('hello'),
  stop: async () => console.log('goodbye'),
}`;

describe('the life of a process', () => {
  it('starts, waits for a signal and stops with code 0', async () => {
    const { child, printed, ended } = startProgram(program(good), import.meta.url, { LOG_LEVEL: 'silent' });
    await printed('hello');
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, stdout: 'hello\ngoodbye\n' });
  });

  it('ends with one sentence and code 1 when a variable is missing', async () => {
    const { ended } = startProgram(program(good, 'z.object({ PORTICO_X: z.string() })'), import.meta.url);
    expect(await ended).toMatchObject({
      code: 1,
      stderr: 'sample: The configuration cannot be used: PORTICO_X is missing.\n',
    });
  });

  it('ends with one sentence and code 1 when it cannot start, after stopping what has started', async () => {
    const bad = `return {
      start: async () => { throw new StartError('The port is taken.'); },
      stop: async () => console.log('goodbye'),
    }`;
    const { ended } = startProgram(program(bad), import.meta.url, { LOG_LEVEL: 'silent' });
    expect(await ended).toMatchObject({
      code: 1,
      stdout: 'goodbye\n',
      stderr: 'sample: The port is taken.\n',
    });
  });

  it('ends with the stack when the failure is a bug', async () => {
    const { ended } = startProgram(program("throw new TypeError('oops')"), import.meta.url, {
      LOG_LEVEL: 'silent',
    });
    const { code, stderr } = await ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^sample: TypeError: oops\n\s+at /);
  });

  it('outlives a rejection nobody awaits', async () => {
    const stray = `return {
      start: async () => {
        setTimeout(() => void Promise.reject(new Error('stray')), 20);
        setTimeout(() => console.log('alive'), 120);
      },
      stop: async () => undefined,
    }`;
    const { child, printed, ended } = startProgram(program(stray), import.meta.url, { LOG_LEVEL: 'silent' });
    await printed('alive');
    child.kill('SIGINT');
    expect((await ended).code).toBe(0);
  });
});
