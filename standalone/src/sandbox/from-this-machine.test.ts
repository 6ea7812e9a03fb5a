import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { isFromThisMachine } from './from-this-machine.ts';

const request = (remoteAddress: string | undefined, headers: IncomingMessage['headers'] = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;

it.each(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])('%s is this machine', (address) => {
  expect(isFromThisMachine(request(address))).toBe(true);
});

it.each(['10.0.0.1', '192.168.1.5', '::ffff:10.0.0.1', 'fe80::1', '1127.0.0.1', undefined])(
  '%s is not',
  (address) => {
    expect(isFromThisMachine(request(address))).toBe(false);
  },
);

it.each(['forwarded', 'x-forwarded-for', 'x-real-ip'])('%s tells of somebody else', (name) => {
  expect(isFromThisMachine(request('127.0.0.1', { [name]: '203.0.113.7' }))).toBe(false);
});
