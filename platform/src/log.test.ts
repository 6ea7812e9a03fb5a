import { expect, it } from 'vitest';
import { createLog } from './log.ts';

const logged = (write: (log: ReturnType<typeof createLog>) => void): string => {
  const lines: string[] = [];
  write(
    createLog({
      name: 'test',
      level: 'debug',
      destination: { write: (line: string) => void lines.push(line) },
    }),
  );
  return lines.join('');
};

it('leaves secrets out, also two objects deep and in headers', () => {
  const canary = 'canary-secret';
  const text = logged((log) =>
    log.info(
      {
        password: canary,
        body: { code: canary, user: { refresh_token: canary } },
        headers: { 'x-stack-access-token': canary, authorization: canary },
      },
      'x',
    ),
  );
  expect(text).not.toContain(canary);
  expect(text).toContain('[redacted]');
});

it('logs an error with its stack and cause, but not the statement parameters a driver attaches', () => {
  const cause = new Error('inner');
  const error = Object.assign(new Error('outer', { cause }), {
    parameters: ['canary'],
    query: 'select canary',
    code: '42601',
  });
  const line = JSON.parse(logged((log) => log.error({ err: error }, 'failed'))) as {
    err: Record<string, unknown>;
  };
  expect(line.err).toMatchObject({ message: 'outer', error_code: '42601', cause: { message: 'inner' } });
  expect(line.err.stack).toContain('log.test.ts');
  expect(JSON.stringify(line)).not.toContain('canary');
});
