import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectSchemaError, ok, type Answer, type Json } from '../client.ts';
import { newEmail, newProject, PASSWORD, type Caller, type Project, type Tokens } from '../project.ts';
import { newSignInCodes } from '../sign-in-mail.ts';
import { enrol, newApp } from '../totp.ts';

let project: Project;
let other: Project;
beforeAll(async () => {
  const config = { magic_link_enabled: true };
  [project, other] = await Promise.all([newProject(config), newProject(config)]);
});

const ALLOWED = { headers: { 'x-stack-allow-anonymous-user': 'true' } };
const attemptOf = (answer: Answer): string => {
  expectKnown(answer, 400, 'MULTI_FACTOR_AUTHENTICATION_REQUIRED', {
    attempt_code: expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{45}$/) as string,
  });
  return answer.body.details.attempt_code as string;
};
const attempt = async (email: string): Promise<string> =>
  attemptOf(await project.client.post('/auth/password/sign-in', { email, password: PASSWORD }));
// By the server, whose tries are not counted by address: other tests have the same address.
const finish = (code: string, totp: string, caller: Caller = project.server) =>
  caller.post('/auth/mfa/sign-in', { type: 'totp', totp, code });
const newUser = async () => {
  const user = await project.signUp();
  return { user, app: await enrol(project, user.id) };
};

describe('POST /auth/mfa/sign-in', () => {
  it('works for every access type, with the code in any case, and gives a session that works', async () => {
    for (const type of ['client', 'server', 'admin'] as const) {
      const { user, app } = await newUser();
      const code = (await attempt(user.email)).toUpperCase();
      const answer = ok(await finish(code, await app.code(), project.as(type))) as Tokens & Json;
      expect(ok(await project.as('client', answer).get('/users/me')).id).toBe(user.id);
      const headers = { 'x-stack-refresh-token': answer.refresh_token };
      ok(await project.client.post('/auth/sessions/current/refresh', undefined, { headers }));
    }
  });

  it('takes the code of this step only, written in six digits', async () => {
    const { user, app } = await newUser();
    const code = await attempt(user.email);
    const right = await app.code();
    for (const totp of [...app.neighbours(), ` ${right}`, `${right} `, `${right}0`, right.slice(1), ''])
      expectKnown(await finish(code, totp), 400, 'INVALID_TOTP_CODE');
    ok(await finish(code, right));
  });

  it('takes no code of somebody else', async () => {
    const [one, two] = [await newUser(), await newUser()];
    const code = await attempt(one.user.email);
    expectKnown(await finish(code, await two.app.code()), 400, 'INVALID_TOTP_CODE');
  });

  it('takes an attempt 20 times; then it is dead, and another attempt is not', async () => {
    const { user, app } = await newUser();
    const code = await attempt(user.email);
    for (let tries = 0; tries < 20; tries++)
      expectKnown(await finish(code, app.wrongCode()), 400, 'INVALID_TOTP_CODE');
    expectKnown(await finish(code, await app.code()), 400, 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED');
    ok(await finish(await attempt(user.email), await app.code()));
  });

  it('counts guesses of the beginning of an attempt too', async () => {
    const { user, app } = await newUser();
    const code = await attempt(user.email);
    const wrong = `${code.startsWith('000000') ? '111111' : '000000'}${code.slice(6)}`;
    for (let tries = 0; tries < 20; tries++)
      expectKnown(await finish(wrong, '000000'), 404, 'VERIFICATION_CODE_NOT_FOUND');
    expectKnown(await finish(code, await app.code()), 400, 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED');
  });

  it('judges the attempt before the code: used before wrong', async () => {
    const { user, app } = await newUser();
    const code = await attempt(user.email);
    ok(await finish(code, await app.code()));
    for (let tries = 0; tries < 21; tries++)
      expectKnown(await finish(code, app.wrongCode()), 409, 'VERIFICATION_CODE_ALREADY_USED');
  });

  it('knows attempts of its own project and kind, and others do not know them', async () => {
    const { user, app } = await newUser();
    const code = await attempt(user.email);
    const unknown = (answer: Answer) => expectKnown(answer, 404, 'VERIFICATION_CODE_NOT_FOUND');
    unknown(await finish(code, await app.code(), other.client));
    unknown(await finish(code, await app.code(), other.admin));
    unknown(await project.client.post('/auth/otp/sign-in', { code }));
    unknown(await project.client.post('/auth/otp/sign-in/check-code', { code }));
    unknown(await project.client.post('/contact-channels/verify', { code }));
    unknown(await project.client.post('/auth/password/reset', { code, password: 'a new password' }));
    const { link } = await newSignInCodes(project.client, newEmail());
    unknown(await finish(link, await app.code()));
    ok(await finish(code, await app.code()));
  });

  it('has no check of an attempt beside it', async () => {
    const { user } = await newUser();
    const answer = await project.client.post('/auth/mfa/sign-in/check-code', { code: await attempt(user.email) });
    expect([answer.status, answer.body.code]).toEqual([404, undefined]);
  }); // prettier-ignore

  it('says what its fields lack', async () => {
    const post = (fields: object) =>
      project.client.post('/auth/mfa/sign-in', { type: 'totp', totp: '1', code: 'a'.repeat(45), ...fields });
    for (const bad of [undefined, null, 'sms'])
      expectSchemaError(await post({ type: bad }), 'body.type');
    for (const bad of [undefined, null, {}]) expectSchemaError(await post({ totp: bad }), 'body.totp');
    for (const bad of [undefined, null, 'a'.repeat(44), 'a'.repeat(46)])
      expectSchemaError(await post({ code: bad }), 'body.code');
    expectSchemaError(await post({ junk: 1 }), /^body .*junk$/);
    // Digits sent as a number are the text they make.
    const { user, app } = await newUser();
    const [code, totp] = [await attempt(user.email), await app.code()];
    const answer = await project.client.post('/auth/mfa/sign-in', { type: 'totp', totp: Number(totp), code });
    if (totp.startsWith('0')) expectKnown(answer, 400, 'INVALID_TOTP_CODE');
    else ok(answer);
  }); // prettier-ignore
});

describe('the second factor is asked for', () => {
  it('after a sign-in by code, and the user is not new', async () => {
    const email = newEmail();
    const first = ok(
      await project.client.post('/auth/otp/sign-in', {
        code: (await newSignInCodes(project.client, email)).typed,
      }),
    );
    const app = await enrol(project, first.user_id as string);
    for (const kind of ['typed', 'link'] as const) {
      const code = (await newSignInCodes(project.client, email))[kind];
      const begun = attemptOf(await project.client.post('/auth/otp/sign-in', { code }));
      expectKnown(
        await project.client.post('/auth/otp/sign-in', { code }),
        409,
        'VERIFICATION_CODE_ALREADY_USED',
      );
      if (kind === 'typed') continue;
      const answer = ok(await finish(begun, await app.code()));
      expect(answer).toMatchObject({ is_new_user: false, user_id: first.user_id as string });
    }
  });

  it('after an upgrade by code, which stands, and the user is new', async () => {
    const ghost = ok(await project.client.post('/auth/anonymous/sign-up')) as Tokens & { user_id: string };
    const app = await enrol(project, ghost.user_id);
    const { typed } = await newSignInCodes(project.client, newEmail());
    const caller = project.as('client', ghost);
    const begun = attemptOf(await caller.post('/auth/otp/sign-in', { code: typed }, ALLOWED));
    expect(ok(await project.server.get(`/users/${ghost.user_id}`)).is_anonymous).toBe(false);
    const answer = ok(await finish(begun, await app.code()));
    expect(answer).toMatchObject({ is_new_user: true, user_id: ghost.user_id });
  });

  it('neither by a refresh nor by a session that a server makes', async () => {
    const { user } = await newUser();
    const headers = { 'x-stack-refresh-token': user.refresh_token };
    ok(await project.client.post('/auth/sessions/current/refresh', undefined, { headers }));
    ok(await project.server.post('/auth/sessions', { user_id: user.id }));
  });
});

describe('the secret', () => {
  it('is refused by every way to write it when it is empty or no padded base64', async () => {
    const user = await project.signUp();
    const writers = [
      (fields: object) => project.as('client', user).patch('/users/me', fields),
      (fields: object) => project.server.patch(`/users/${user.id}`, fields),
      (fields: object) => project.server.post('/users', fields),
    ];
    for (const write of writers)
      for (const totp_secret_base64 of ['', 'YQ', 'YQ=', 'not base64!', 'QUJD-_=='])
        expectSchemaError(await write({ totp_secret_base64 }), 'body.totp_secret_base64');
    expect(ok(await project.server.get(`/users/${user.id}`)).requires_totp_mfa).toBe(false);
  });

  it('given when a server creates the user works at the next sign-in', async () => {
    const [email, app] = [newEmail(), newApp()];
    const fields = { primary_email: email, primary_email_auth_enabled: true, password: PASSWORD };
    const user_id = await project.newUser({ ...fields, totp_secret_base64: app.secret_base64 });
    expect(ok(await finish(await attempt(email), await app.code())).user_id).toBe(user_id);
  });

  it('is never shown', async () => {
    const { user, app } = await newUser();
    for (const { text } of [
      await project.admin.get(`/users/${user.id}`),
      await project.as('client', user).get('/users/me'),
    ])
      expect(text).not.toContain(app.secret_base64.replace(/=+$/, ''));
  });

  it('that replaces another is the only one that counts', async () => {
    const { user, app } = await newUser();
    const fresh = await enrol(project, user.id);
    const code = await attempt(user.email);
    expectKnown(await finish(code, await app.code()), 400, 'INVALID_TOTP_CODE');
    ok(await finish(code, await fresh.code()));
  });
});
