import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { holdPort, reservePort } from './listen.ts';

it('a held port is nobody else’s until it is released', async () => {
  const held = await holdPort(0);
  await expect(reservePort(held.port)).rejects.toThrow(`Port ${held.port} is taken`);
  await held.release();
  expect(await reservePort(held.port)).toBe(held.port);
});

it('ports held together are different ones', async () => {
  const held = await Promise.all(Array.from({ length: 50 }, () => holdPort(0)));
  expect(new Set(held.map(({ port }) => port)).size).toBe(50);
  await Promise.all(held.map(({ release }) => release()));
});

it('whoever tries a held port already is sent away, and does not keep it', async () => {
  const held = await holdPort(0);
  const socket = connect(held.port, '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  await held.release();
  await new Promise<void>((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve())));
  expect(await reservePort(held.port)).toBe(held.port);
});
