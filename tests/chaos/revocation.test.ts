import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDistributed, type DistributedShape } from '../shape/distributed.ts';
import { clientHeaders } from '../shape/shape.ts';
import { createKeys, request, revokeKeys, signUp, whoami, type Answer } from './api.ts';
import { newBackends } from './servers.ts';

let portico: DistributedShape;
let here: string;
let there: string;

beforeAll(async () => {
  portico = await startDistributed({ backends: newBackends(), gateways: 2 });
  [here = '', there = ''] = portico.gateway_urls;
});

afterAll(() => portico.stop());

/** Asks all the time, so that whatever may be cached is; then how long after the revocation it is still accepted. */
const millisAccepted = async (ask: () => Promise<Answer>, revoke: () => Promise<Answer>): Promise<number> => {
  for (let index = 0; index < 20; index++) expect((await ask()).status).toBe(200);
  const revoking = revoke();
  await ask();
  expect((await revoking).status).toBeLessThan(300);
  const revoked = performance.now();
  let accepted = 0;
  while (performance.now() - revoked < 3_000) {
    const started = performance.now();
    if ((await ask()).status === 200) accepted = started - revoked;
    await sleep(10);
  }
  return accepted;
};

describe('what is revoked through one gateway', () => {
  it('a project key is refused by the other within a second', async () => {
    const { body } = await createKeys({ ...portico, url: here });
    const secret_server_key = String(body.secret_server_key);
    const headers = {
      'x-stack-access-type': 'server',
      'x-stack-project-id': 'internal',
      'x-stack-secret-server-key': secret_server_key,
    };
    const ask = () => request(there, { path: '/api/v1/users?limit=1', headers });
    const accepted = await millisAccepted(ask, () => revokeKeys({ ...portico, url: here }, String(body.id)));
    expect(accepted).toBeLessThan(1_000);
    expect(await ask()).toMatchObject({ status: 401, body: { code: 'INVALID_SECRET_SERVER_KEY' } });
  });

  it('a session is refused by the other within a second', async () => {
    const { body } = await signUp(portico, 'revoked@chaos.example');
    const access_token = String(body.access_token);
    const ask = () => whoami({ ...portico, url: there }, access_token);
    const signOut = () =>
      request(here, {
        method: 'DELETE',
        path: '/api/v1/auth/sessions/current',
        headers: { ...clientHeaders(portico.keys), 'x-stack-access-token': access_token },
      });
    expect(await millisAccepted(ask, signOut)).toBeLessThan(1_000);
    expect(await ask()).toMatchObject({ status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } });
  });
});
