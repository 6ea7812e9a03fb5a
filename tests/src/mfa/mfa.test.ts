import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectSchemaError, expectText, ok } from '../client.ts';
import { newProject, PASSWORD, type Project } from '../project.ts';
import { enrol, newApp, type App } from '../totp.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject();
});

const finish = (json: object) => project.client.post('/auth/mfa/sign-in', json);
const attempt = async (email: string): Promise<string> => {
  const answer = await project.client.post('/auth/password/sign-in', { email, password: PASSWORD });
  expectKnown(answer, 400, 'MULTI_FACTOR_AUTHENTICATION_REQUIRED', {
    attempt_code: expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{45}$/) as string,
  });
  return answer.body.details.attempt_code as string;
};
const newUser = async () => {
  const user = await project.signUp();
  return { user, app: await enrol(project, user.id), client: project.as('client', user) };
};
const finishWith = async (app: App, email: string) =>
  finish({ type: 'totp', totp: await app.code(), code: await attempt(email) });

describe('the secret', () => {
  it('is set and removed by its user, and refused when it is empty or no base64', async () => {
    const user = await project.signUp();
    const client = project.as('client', user);
    const set = (totp_secret_base64: unknown) => client.patch('/users/me', { totp_secret_base64 });
    for (const bad of ['', '!', 'abc', 'QUJD-_=='])
      expectSchemaError(await set(bad), 'body.totp_secret_base64');
    expect(ok(await set(newApp().secret_base64)).requires_totp_mfa).toBe(true);
    expect(ok(await set(null)).requires_totp_mfa).toBe(false);
    ok(await project.client.post('/auth/password/sign-in', { email: user.email, password: PASSWORD }));
  });

  it('given when a server creates the user turns the factor on', async () => {
    const id = await project.newUser({ totp_secret_base64: newApp().secret_base64 });
    expect(ok(await project.server.get(`/users/${id}`)).requires_totp_mfa).toBe(true);
  });
});

describe('POST /auth/mfa/sign-in', () => {
  it('answers tokens for the code of the moment, once', async () => {
    const { user, app } = await newUser();
    const totp = await app.code();
    const code = await attempt(user.email);
    const answer = ok(await finish({ type: 'totp', totp, code }));
    expect(Object.keys(answer as object).sort()).toEqual(['access_token', 'is_new_user', 'refresh_token', 'user_id']); // prettier-ignore
    expect(answer).toMatchObject({ is_new_user: false, user_id: user.id });
    expectKnown(await finish({ type: 'totp', totp, code }), 409, 'VERIFICATION_CODE_ALREADY_USED');
    const again = await finish({ type: 'totp', totp, code: await attempt(user.email) });
    expectKnown(again, 400, 'INVALID_TOTP_CODE');
  });

  it('leaves the attempt for another try after a wrong code', async () => {
    const { user, app } = await newUser();
    const code = await attempt(user.email);
    for (const totp of [app.wrongCode(), '', '1234567'])
      expectKnown(await finish({ type: 'totp', totp, code }), 400, 'INVALID_TOTP_CODE');
    ok(await finish({ type: 'totp', totp: await app.code(), code }));
  });

  it('says what is wrong with a request', async () => {
    const code = 'a'.repeat(45);
    expectKnown(await finish({ type: 'totp', totp: '123456', code }), 404, 'VERIFICATION_CODE_NOT_FOUND');
    expectSchemaError(await finish({ type: 'sms', code }), 'body.type');
    expectSchemaError(await finish({ type: 'totp', code: 'short' }), 'body.totp', 'body.code');
    expectSchemaError(await finish({ type: 'totp', code }), 'body.totp');
    const mixed = await finish({ type: 'recovery-code', code, totp: '1' });
    expectSchemaError(mixed, 'body.recovery_code', /^body .*totp/);
  }); // prettier-ignore

  it('does not know the attempt of a user who is gone, or has the factor no more', async () => {
    const [gone, off] = await Promise.all([newUser(), newUser()]);
    const codes = await Promise.all([gone, off].map(({ user }) => attempt(user.email)));
    ok(await project.server.delete(`/users/${gone.user.id}`));
    ok(await project.server.patch(`/users/${off.user.id}`, { totp_secret_base64: null }));
    for (const code of codes)
      expectKnown(await finish({ type: 'totp', totp: '123456', code }), 404, 'VERIFICATION_CODE_NOT_FOUND');
  });

  it('keeps that the user is new through the factor', async () => {
    const { body: ghost } = await project.client.post('/auth/anonymous/sign-up');
    const app = await enrol(project, ghost.user_id as string);
    const headers = { 'x-stack-allow-anonymous-user': 'true' };
    const fields = { email: `mfa-${ghost.user_id as string}@example.com`, password: PASSWORD };
    const caller = project.as('client', ghost as { access_token: string });
    const upgraded = await caller.post('/auth/password/sign-up', fields, { headers });
    expect(upgraded.body.code).toBe('MULTI_FACTOR_AUTHENTICATION_REQUIRED');
    const code = upgraded.body.details.attempt_code as string;
    const answer = ok(await finish({ type: 'totp', totp: await app.code(), code }));
    expect(answer).toMatchObject({ is_new_user: true, user_id: ghost.user_id });
  });
});

describe('/auth/mfa/recovery-codes', () => {
  it('gives ten codes that each sign in once', async () => {
    const { user, client, app } = await newUser();
    const { recovery_codes } = ok(await client.post('/auth/mfa/recovery-codes')) as { recovery_codes: string[] };
    expect(new Set(recovery_codes).size).toBe(10);
    const recover = async (recovery_code = '') =>
      finish({ type: 'recovery-code', recovery_code, code: await attempt(user.email) });
    expect(ok(await recover(recovery_codes[0])).user_id).toBe(user.id);
    expectKnown(await recover(recovery_codes[0]), 400, 'INVALID_TOTP_CODE');
    ok(await recover(recovery_codes[1]!.toUpperCase().replaceAll('-', '')));
    expect(ok(await client.get('/auth/mfa/recovery-codes'))).toEqual({ unused: 8 });
    ok(await client.post('/auth/mfa/recovery-codes'));
    expectKnown(await recover(recovery_codes[2]), 400, 'INVALID_TOTP_CODE');
    ok(await finishWith(app, user.email));
  }); // prettier-ignore

  it('needs a current user with the factor on', async () => {
    expectSchemaError(await project.client.post('/auth/mfa/recovery-codes'), 'auth.user');
    expectSchemaError(await project.client.get('/auth/mfa/recovery-codes'), 'auth.user');
    const user = await project.signUp();
    expectText(await project.as('client', user).post('/auth/mfa/recovery-codes'), 400);
  });
});
