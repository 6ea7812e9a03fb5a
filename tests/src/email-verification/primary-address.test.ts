import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectSchemaError, expectSchemaErrorOn, expectText, ok } from '../client.ts';
import { codeIn, mailTo } from '../inbox.ts';
import { newEmail, newProject, newUuid, PASSWORD, type Project, type User } from '../project.ts';
import { newSignInCodes } from '../sign-in-mail.ts';

let project: Project;
let other: Project;
beforeAll(async () => {
  const config = { magic_link_enabled: true };
  [project, other] = await Promise.all([newProject(config), newProject(config)]);
});

const CALLBACK = 'http://localhost:3000/handler/email-verification';
const send = (user: User | undefined, fields: object = {}) =>
  project.as('client', user).post('/contact-channels/send-verification-code', {
    email: user?.email,
    callback_url: CALLBACK,
    ...fields,
  });
const verify = (code: string) => project.client.post('/contact-channels/verify', { code });
const channelOf = async (user_id: string) =>
  (ok(await project.server.get('/contact-channels', { query: { user_id } })).items as { id: string }[])[0]!
    .id;

describe('POST /contact-channels/send-verification-code', () => {
  it('works for every access type with the access token of the user', async () => {
    for (const type of ['client', 'server', 'admin'] as const) {
      const user = await project.signUp();
      const body = { email: user.email, callback_url: CALLBACK };
      const sent = await project.as(type, user).post('/contact-channels/send-verification-code', body);
      expect(ok(sent)).toEqual({ success: true });
      expect(ok(await verify(codeIn((await mailTo(user.email))[0]!)))).toEqual({ success: true });
      const { primary_email_verified } = ok(await project.server.get(`/users/${user.id}`)) as {
        primary_email_verified: boolean;
      };
      expect(primary_email_verified).toBe(true);
    }
  });

  it('needs a user of this project', async () => {
    const user = await project.signUp();
    const body = { email: user.email, callback_url: CALLBACK };
    expectSchemaError(await send(undefined, { email: user.email }), 'auth.user');
    expectSchemaError(await project.admin.post('/contact-channels/send-verification-code', body), 'auth.user');
    const elsewhere = await other.as('client', user).post('/contact-channels/send-verification-code', body);
    expect(elsewhere.body.code).toBe('INVALID_PROJECT_FOR_ACCESS_TOKEN');
  }); // prettier-ignore

  it('takes a strict address and a URL, and nothing else', async () => {
    const user = await project.signUp();
    for (const email of ['test@localhost', 'test@gmail.a', 'test..test@example.com', '.test@example.com', null])
      expectSchemaErrorOn(await send(user, { email }), 'body.email');
    for (const callback_url of ['', 'no url', 'http://localhost:3000/a b', null])
      expectSchemaErrorOn(await send(user, { callback_url }), 'body.callback_url');
    expectSchemaError(await send(user, { junk: 1 }), /^body .*junk$/);
  }); // prettier-ignore

  it('checks the address, then whether it is verified, then the callback', async () => {
    const user = await project.signUp();
    const evil = { callback_url: 'https://evil.example/' };
    const email = newEmail();
    const foreign = await send(user, { ...evil, email });
    expectKnown(foreign, 400, 'EMAIL_IS_NOT_PRIMARY_EMAIL', { email, primary_email: user.email });
    expectKnown(await send(user, evil), 400, 'REDIRECT_URL_NOT_WHITELISTED');
    ok(await project.server.patch(`/users/${user.id}`, { primary_email_verified: true }));
    expectKnown(await send(user, evil), 409, 'EMAIL_ALREADY_VERIFIED');
    expect(await mailTo(user.email, 0)).toEqual([]);
  });

  it('names no primary address where there is none', async () => {
    const user = await project.signUp();
    ok(await project.server.patch(`/users/${user.id}`, { primary_email: null }));
    const details = { email: user.email, primary_email: null };
    expectKnown(await send(user), 400, 'EMAIL_IS_NOT_PRIMARY_EMAIL', details);
  });
});

describe('POST /contact-channels/{user}/{channel}/send-verification-code', () => {
  const path = (user: string, channel: string) => `/contact-channels/${user}/${channel}/send-verification-code`;
  const body = { callback_url: CALLBACK };

  it('works for every access type, for me and by id', async () => {
    for (const type of ['client', 'server', 'admin'] as const) {
      const user = await project.signUp();
      const channel = await channelOf(user.id);
      for (const id of ['me', user.id])
        expect(ok(await project.as(type, user).post(path(id, channel), body))).toEqual({ success: true });
      for (const mail of await mailTo(user.email, 2)) ok(await verify(codeIn(mail)));
    }
    const user = await project.signUp();
    for (const caller of [project.server, project.admin])
      ok(await caller.post(path(user.id, await channelOf(user.id)), body));
  });

  it('knows no channel of another user or another project, and takes uuids only', async () => {
    const [user, stranger] = [await project.signUp(), await project.signUp()];
    const foreign = await channelOf(stranger.id);
    expectText(await project.as('client', user).post(path('me', foreign), body), 404);
    expectText(await project.server.post(path(user.id, foreign), body), 404);
    const guest = await other.signUp();
    expectText(await other.as('client', guest).post(path('me', foreign), body), 404);
    expectText(await other.server.post(path(guest.id, foreign), body), 404);
    expectSchemaError(await project.server.post(path('nobody', 'nothing'), body), 'params.user_id', 'params.contact_channel_id');
    expect(await mailTo(stranger.email, 0)).toEqual([]);
  }); // prettier-ignore

  it('tells a server of the user before the channel, and of the verified channel before the callback', async () => {
    const user = await project.signUp();
    const evil = { callback_url: 'https://evil.example/' };
    const nobody = newUuid();
    const unknown = await project.server.post(path(nobody, newUuid()), evil);
    expectKnown(unknown, 400, 'USER_ID_DOES_NOT_EXIST', { user_id: nobody });
    expectText(await project.server.post(path(user.id, newUuid()), evil), 404);
    ok(await project.server.patch(`/users/${user.id}`, { primary_email_verified: true }));
    const verified = await project.server.post(path(user.id, await channelOf(user.id)), evil);
    expectKnown(verified, 409, 'EMAIL_ALREADY_VERIFIED');
  });
}); // prettier-ignore

describe('a verified address', () => {
  it('lets its password user sign in by code', async () => {
    const email = `Mixed.${newEmail()}`;
    const account = { email, password: PASSWORD, verification_callback_url: CALLBACK };
    const { user_id } = ok(await project.client.post('/auth/password/sign-up', account)) as {
      user_id: string;
    };
    const before = await project.client.post('/auth/otp/send-sign-in-code', { email, callback_url: CALLBACK });
    const details = { email: email.toLowerCase(), would_work_if_email_was_verified: true };
    expectKnown(before, 409, 'USER_EMAIL_ALREADY_EXISTS', details);
    ok(await verify(codeIn((await mailTo(email))[0]!)));
    const { typed } = await newSignInCodes(project.client, email.toLowerCase());
    const answer = ok(await project.client.post('/auth/otp/sign-in', { code: typed }));
    expect(answer).toMatchObject({ user_id, is_new_user: false });
  }); // prettier-ignore

  it('of a changed user is not verified by the code of the old one', async () => {
    const user = await project.signUp();
    ok(await send(user));
    const code = codeIn((await mailTo(user.email))[0]!);
    ok(await project.server.patch(`/users/${user.id}`, { primary_email: newEmail() }));
    expectText(await verify(code), 400);
    expect(ok(await project.server.get(`/users/${user.id}`)).primary_email_verified).toBe(false);
    expectKnown(await verify(code), 409, 'VERIFICATION_CODE_ALREADY_USED');
  });

  it('of a deleted user is a text 400, too', async () => {
    const user = await project.signUp();
    ok(await send(user));
    ok(await project.server.delete(`/users/${user.id}`));
    expectText(await verify(codeIn((await mailTo(user.email))[0]!)), 400);
  });
});
