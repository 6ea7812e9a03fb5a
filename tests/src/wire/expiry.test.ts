import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectKnown, ok } from '../client.ts';
import { startDeployment } from '../deployment.ts';
import { internalProject, newOwner, newProject, ownerOf, type Owner, type Project } from '../project.ts';

/** A deployment of its own, whose access tokens live two seconds. */
let deployment: Awaited<ReturnType<typeof startDeployment>>;
let owner: Owner;
let project: Project;

beforeAll(async () => {
  deployment = await startDeployment({ PORTICO_ACCESS_TOKEN_LIFETIME: '3s' });
  Object.assign(process.env, deployment.env);
  owner = await newOwner();
  project = await newProject({}, owner);
});
afterAll(() => deployment.stop());

const untilExpired = async (token: string): Promise<number> => {
  const expired_at_millis = decodeJwt(token).exp! * 1000;
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, expired_at_millis - Date.now() + 50)));
  return expired_at_millis;
};

it('an expired access token is ACCESS_TOKEN_EXPIRED with its time, also where it is not needed', async () => {
  const user = await project.signUp();
  const expired_at_millis = await untilExpired(user.access_token);
  const caller = project.as('client', user);
  expectKnown(await caller.get('/users/me'), 401, 'ACCESS_TOKEN_EXPIRED', { expired_at_millis });
  const headers = { 'x-stack-refresh-token': user.refresh_token };
  const refreshed = await caller.post('/auth/sessions/current/refresh', undefined, { headers });
  expectKnown(refreshed, 401, 'ACCESS_TOKEN_EXPIRED', { expired_at_millis });
  const fresh = ok(await project.client.post('/auth/sessions/current/refresh', undefined, { headers }));
  expect(ok(await project.as('client', fresh as { access_token: string }).get('/users/me')).id).toBe(user.id);
});

it('a bad signature on an expired token is unparsable, not expired', async () => {
  const { access_token } = await project.signUp();
  await untilExpired(access_token);
  const [head, claims, signature = ''] = access_token.split('.');
  const token = `${head}.${claims}.${(signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)}`;
  expectKnown(
    await project.as('client', { access_token: token }).get('/users/me'),
    401,
    'UNPARSABLE_ACCESS_TOKEN',
  );
});

it('an expired token of another project is expired first', async () => {
  const other = await newProject();
  const { access_token } = await other.signUp();
  const expired_at_millis = await untilExpired(access_token);
  expectKnown(await project.as('client', { access_token }).get('/users/me'), 401, 'ACCESS_TOKEN_EXPIRED', {
    expired_at_millis,
  });
});

it('an expired admin access token is ADMIN_ACCESS_TOKEN_EXPIRED with its time', async () => {
  const expired_at_millis = await untilExpired(owner.access_token);
  expectKnown(
    await ownerOf(project.id, owner).get('/internal/projects/current'),
    401,
    'ADMIN_ACCESS_TOKEN_EXPIRED',
    {
      expired_at_millis,
    },
  );
});

it('an expired token of an anonymous user is no admin access token at all', async () => {
  const internal = internalProject();
  const session = await internal.newSession(await internal.newUser({ is_anonymous: true }));
  await untilExpired(session.access_token);
  const answer = await ownerOf(project.id, session).get('/internal/projects/current');
  expectKnown(answer, 401, 'UNPARSABLE_ADMIN_ACCESS_TOKEN');
});
