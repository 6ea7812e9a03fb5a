import { expect, it } from 'vitest';
import { StartError } from './errors.ts';
import { startHealthServer } from './health-server.ts';

it('tells health, readiness and metrics', async () => {
  let ready: () => boolean = () => false;
  const server = await startHealthServer({ port: 0, ready: () => ready() });
  const get = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`);
  expect((await get('/health')).status).toBe(200);
  expect((await get('/ready')).status).toBe(503);
  ready = () => true;
  expect((await get('/ready')).status).toBe(200);
  ready = () => {
    throw new Error('no database');
  };
  expect((await get('/ready')).status).toBe(503);
  expect(await (await get('/metrics')).text()).toContain('portico_db_statements_total');
  expect((await get('/other')).status).toBe(404);
  await expect(startHealthServer({ port: server.port })).rejects.toThrow(StartError);
  await server.stop();
});
