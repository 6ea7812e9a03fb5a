import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectSchemaError, expectSchemaErrorOn, ok } from '../client.ts';
import { mailTo } from '../inbox.ts';
import { newEmail, newProject, PASSWORD, type Project } from '../project.ts';
import { newResetCode } from '../sign-in-mail.ts';
import { enrol } from '../totp.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject();
});

const CALLBACK = 'http://localhost:3000/handler/password-reset';
const send = (fields: object, one = project) =>
  one.client.post('/auth/password/send-reset-code', { callback_url: CALLBACK, ...fields });
const reset = (code: string, password: unknown = 'a new password', one = project) =>
  one.client.post('/auth/password/reset', { code, password });
const check = (code: string, one = project) => one.client.post('/auth/password/reset/check-code', { code });
const signIn = (email: string, password: string) =>
  project.client.post('/auth/password/sign-in', { email, password });

describe('POST /auth/password/send-reset-code', () => {
  it('works for every access type', async () => {
    const types = ['client', 'server', 'admin'] as const;
    await Promise.all(
      types.map(async (type) => {
        const { email } = await project.signUp();
        const body = { email, callback_url: CALLBACK };
        const answer = ok(await project.as(type).post('/auth/password/send-reset-code', body));
        expect(answer).toEqual({ success: expect.any(String) as unknown });
        expect(await mailTo(email)).toHaveLength(1);
      }),
    );
  });

  it('mails nothing to an unknown address, nor to one that signs nobody in or is of another project', async () => {
    const quiet = newEmail();
    await project.newUser({ primary_email: quiet, primary_email_auth_enabled: false, password: PASSWORD });
    const elsewhere = (await (await newProject()).signUp()).email;
    const addresses = [newEmail(), quiet, elsewhere];
    await Promise.all(addresses.map(async (email) => ok(await send({ email }))));
    for (const email of addresses) expect(await mailTo(email, 0)).toEqual([]);
  });

  it('says what its fields lack', async () => {
    expectSchemaError(await send({ callback_url: undefined }), 'body.email', 'body.callback_url');
    expectSchemaError(await send({ email: newEmail(), junk: 1 }), /^body .*junk$/);
    for (const bad of ['', 'no url', 'http://localhost:3000/a b', null])
      expectSchemaErrorOn(await send({ email: newEmail(), callback_url: bad }), 'body.callback_url');
    for (const bad of ['no address', null]) expectSchemaErrorOn(await send({ email: bad }), 'body.email');
    // The plain form of an address: no dot is needed.
    ok(await send({ email: 'nobody@localhost' }));
  });

  it('checks the flag before the callback', async () => {
    const off = await newProject({ credential_enabled: false });
    const evil = { email: newEmail(), callback_url: 'https://evil.example/' };
    expectKnown(await send(evil, off), 400, 'PASSWORD_AUTHENTICATION_NOT_ENABLED');
  });
});

describe('POST /auth/password/reset', () => {
  it('says what its fields lack, and counts bytes too', async () => {
    const { email } = await project.signUp();
    const code = await newResetCode(project.client, email);
    for (const bad of [null, undefined, {}])
      expectSchemaError(await project.client.post('/auth/password/reset', { code, password: bad }), 'body.password');
    for (const password of ['', '1234567'])
      expectKnown(await reset(code, password), 400, 'PASSWORD_TOO_SHORT', { min_length: 8 });
    for (const password of ['x'.repeat(71), 'ü'.repeat(36)])
      expectKnown(await reset(code, password), 400, 'PASSWORD_TOO_LONG', { maxLength: 70 });
    ok(await reset(code, 'x'.repeat(70)));
    ok(await signIn(email, 'x'.repeat(70)));
  }); // prettier-ignore

  it('looks for the code before the flag, for the flag before the password, and uses up nothing', async () => {
    const own = await newProject();
    const { email } = await own.signUp();
    const code = await newResetCode(own.client, email);
    const toggle = async (credential_enabled: boolean) =>
      ok(await own.admin.patch('/internal/projects/current', { config: { credential_enabled } }));
    await toggle(false);
    expectKnown(await reset('a'.repeat(45), 'short', own), 404, 'VERIFICATION_CODE_NOT_FOUND');
    expectKnown(await reset(code, 'short', own), 400, 'PASSWORD_AUTHENTICATION_NOT_ENABLED');
    await toggle(true);
    ok(await reset(code, 'a new password', own));
  });

  it('signs nobody in, verifies nothing, and leaves the second factor', async () => {
    const user = await project.signUp();
    await enrol(project, user.id);
    expect(ok(await reset(await newResetCode(project.client, user.email)))).toEqual({ success: true });
    expect(ok(await project.server.get(`/users/${user.id}`))).toMatchObject({
      primary_email_verified: false,
      requires_totp_mfa: true,
    });
    const { body } = await signIn(user.email, 'a new password');
    expect(body.code).toBe('MULTI_FACTOR_AUTHENTICATION_REQUIRED');
  });

  it('does not know the code of an address that signs its user in no more', async () => {
    const newCode = async (change: () => object) => {
      const { id, email } = await project.signUp();
      const code = await newResetCode(project.client, email);
      ok(await project.server.patch(`/users/${id}`, change()));
      return code;
    };
    const codes = await Promise.all([
      newCode(() => ({ primary_email: newEmail() })),
      newCode(() => ({ primary_email: null })),
      newCode(() => ({ primary_email_auth_enabled: false })),
    ]);
    for (const code of codes)
      for (const answer of [await check(code), await reset(code)])
        expectKnown(answer, 404, 'VERIFICATION_CODE_NOT_FOUND');
  });

  it('does not give the account of whoever has the address by now', async () => {
    const [first, email] = [await project.signUp(), newEmail()];
    ok(await project.server.patch(`/users/${first.id}`, { primary_email: email }));
    const code = await newResetCode(project.client, email);
    ok(await project.server.patch(`/users/${first.id}`, { primary_email: newEmail() }));
    const second = await project.signUp(email);
    expectKnown(await reset(code), 404, 'VERIFICATION_CODE_NOT_FOUND');
    expect(ok(await signIn(email, PASSWORD)).user_id).toBe(second.id);
  });
});
