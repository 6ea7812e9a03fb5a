import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { api, expectKnown, ok, type Json } from '../client.ts';
import { startDeployment } from '../deployment.ts';
import { codeIn, mailTo } from '../inbox.ts';
import { keyHeader, newEmail, newProject, PASSWORD, type Project } from '../project.ts';
import { readDatabases } from './databases.ts';

/** A deployment of its own that logs everything it can. */
let deployment: Awaited<ReturnType<typeof startDeployment>>;
let project: Project;
const secrets: Record<string, string> = {};

const keep = (tokens: { access_token: string; refresh_token?: string }, name: string): void => {
  // The claims of a token are no secret; what makes it one is the signature.
  secrets[`${name} access token`] = tokens.access_token.split('.')[2]!;
  if (tokens.refresh_token) secrets[`${name} refresh token`] = tokens.refresh_token;
};

beforeAll(async () => {
  deployment = await startDeployment({ LOG_LEVEL: 'trace' });
  Object.assign(process.env, deployment.env);
  project = await newProject({
    oauth_providers: [
      {
        id: 'github',
        type: 'standard',
        client_id: 'github',
        client_secret: (secrets.provider = 'provider-secret-5512'),
      },
    ],
  });
  const { publishable_client_key, secret_server_key, super_secret_admin_key } = project.keys;
  Object.assign(secrets, { publishable_client_key, secret_server_key, super_secret_admin_key });
});
afterAll(() => deployment.stop());

const CALLBACK = 'http://localhost:3000/verify';
const WRONG = 'a wrong password 7719';
const FRESH = 'the next password 4410';

const signUpAndVerify = async (): Promise<{ email: string; tokens: Json }> => {
  const email = newEmail();
  const body = { email, password: PASSWORD, verification_callback_url: CALLBACK };
  const tokens = ok(await project.client.post('/auth/password/sign-up', body)) as Json;
  keep(tokens as never, 'sign-up');
  const code = codeIn((await mailTo(email))[0]!);
  secrets.code = code;
  ok(await project.client.post('/contact-channels/verify', { code }));
  expectKnown(
    await project.client.post('/contact-channels/verify', { code }),
    409,
    'VERIFICATION_CODE_ALREADY_USED',
  );
  return { email, tokens };
};

const refreshBothWays = async (refresh_token: string): Promise<void> => {
  const headers = { 'x-stack-refresh-token': refresh_token };
  keep(
    ok(await project.client.post('/auth/sessions/current/refresh', undefined, { headers })) as never,
    'refreshed',
  );
  const client = { client_id: project.id, client_secret: project.keys.publishable_client_key };
  const json = { grant_type: 'refresh_token', refresh_token, ...client };
  keep(ok(await api('POST', '/auth/oauth/token', { json })) as never, 'oauth');
};

const secondFactor = async (): Promise<void> => {
  secrets.totp = 'QUJDREVGR0hJSlRUVFQ5OTk5';
  const email = newEmail();
  const fields = { primary_email: email, primary_email_auth_enabled: true, password: PASSWORD };
  const id = await project.newUser({ ...fields, totp_secret_base64: secrets.totp });
  const answer = await project.client.post('/auth/password/sign-in', { email, password: PASSWORD });
  secrets.attempt_code = answer.body.details.attempt_code as string;
  const client = project.as('client', await project.newSession(id));
  const { recovery_codes } = ok(await client.post('/auth/mfa/recovery-codes')) as {
    recovery_codes: string[];
  };
  const [unused = '', used = ''] = recovery_codes;
  const plain = (code: string) => code.replaceAll('-', '');
  Object.assign(secrets, { unused, used, unused_plain: plain(unused), used_plain: plain(used) });
  const finish = { type: 'recovery-code', recovery_code: used, code: secrets.attempt_code };
  keep(ok(await project.client.post('/auth/mfa/sign-in', finish)) as never, 'second factor');
};

const putInWrongPlaces = async (access_token: string): Promise<void> => {
  await api('GET', `/users/${access_token}`, { headers: project.server.headers });
  await api('GET', '/users/me', { headers: project.client.headers, query: { access_token } });
  secrets.wrong_key = 'ssk_0123456789abcdefghjkmnpqrstvwxyz0123456789abc';
  await project.server.get('/users', { headers: { [keyHeader('server')]: secrets.wrong_key } });
};

const expectNoSecretIn = (text: string, what: string): void => {
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length, name).toBeGreaterThan(12);
    expect(text.includes(secret), `${what} the ${name}`).toBe(false);
  }
};

it('passwords, tokens, keys and codes are neither in the log nor in the clear in any table', async () => {
  const { email, tokens } = await signUpAndVerify();
  await project.client.post('/auth/password/sign-in', { email, password: WRONG });
  await refreshBothWays(tokens.refresh_token as string);
  await secondFactor();
  await putInWrongPlaces(tokens.access_token as string);
  const change = { old_password: PASSWORD, new_password: FRESH };
  const user = project.as('client', tokens as { access_token: string });
  ok(await user.post('/auth/password/update', change));
  ok(await user.delete('/auth/sessions/current'));
  Object.assign(secrets, { PASSWORD, WRONG, FRESH });
  // Events and mail are handled a moment later.
  await new Promise((resolve) => setTimeout(resolve, 1_500));

  const log = readFileSync(deployment.env.PORTICO_TEST_LOG!, 'utf8');
  expect(log).toContain('/api/v1/auth/password/sign-up');
  expectNoSecretIn(log, 'the log holds');
  const stored = await readDatabases(deployment.env);
  expect(stored.get('events')).toContain('session.created');
  for (const [name, rows] of stored) {
    expect(rows, name).toContain(project.id);
    expectNoSecretIn(rows, `a table of ${name} holds`);
  }
});
