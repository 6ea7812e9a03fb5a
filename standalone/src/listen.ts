import { StartError } from '@portico/platform/errors';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

const reason = ({ code }: NodeJS.ErrnoException, port: number): string => {
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken; stop what uses it or set PORTICO_PORT to another.`;
  if (code === 'EACCES') return `Port ${port} is not allowed for this account; set PORTICO_PORT to another.`;
  return `Port ${port} cannot be used (${code}); set PORTICO_PORT to another.`;
};

/** A port that nobody else is given until it is released. */
export interface HeldPort {
  readonly port: number;
  release(): Promise<void>;
}

/**
 * Port 0 becomes a free one.
 * @throws StartError when it is taken.
 */
export const holdPort = (wanted: number): Promise<HeldPort> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error) => reject(new StartError(reason(error, wanted))));
    server.listen(wanted, () => {
      const { port } = server.address() as AddressInfo;
      resolve({ port, release: () => new Promise((done) => server.close(() => done())) });
    });
  });

/**
 * The port to use; 0 becomes a free one. Asked before anything is started, so that a taken port is known at once.
 * @throws StartError when it is taken.
 */
export const reservePort = async (wanted: number): Promise<number> => {
  const held = await holdPort(wanted);
  await held.release();
  return held.port;
};
