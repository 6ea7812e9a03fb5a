import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectSchemaError, expectSchemaErrorOn, expectText, ok } from '../client.ts';
import { codeIn, mailTo } from '../inbox.ts';
import { newEmail, newProject, newUuid, PASSWORD, type Project, type User } from '../project.ts';

let project: Project;
let other: Project;
beforeAll(async () => {
  [project, other] = await Promise.all([newProject(), newProject()]);
});

const CALLBACK = 'http://localhost:3000/handler/email-verification?after=%2Fhome';
const verify = (code: string, one = project) => one.client.post('/contact-channels/verify', { code });
const check = (code: string, one = project) =>
  one.client.post('/contact-channels/verify/check-code', { code });
const isVerified = async (id: string) =>
  ok(await project.server.get(`/users/${id}`)).primary_email_verified as boolean;
const channelOf = async (user_id: string) =>
  (ok(await project.server.get('/contact-channels', { query: { user_id } })).items as { id: string }[])[0]!
    .id;
const sendTo = async (user: User, caller = project.as('client', user), callback_url = CALLBACK) =>
  caller.post(`/contact-channels/${user.id}/${await channelOf(user.id)}/send-verification-code`, {
    callback_url,
  });
const sentCode = async (user: User, count = 1) => {
  ok(await sendTo(user));
  return codeIn((await mailTo(user.email, count))[0]!);
};

describe('the address of a new user', () => {
  it('is verified through the link in the mail of sign-up', async () => {
    const email = `Mixed.${newEmail()}`;
    const body = { email, password: PASSWORD, verification_callback_url: CALLBACK };
    const { user_id } = ok(await project.client.post('/auth/password/sign-up', body)) as { user_id: string };
    const [mail] = await mailTo(email);
    expect(mail!.subject).toContain('Verify your email');
    expect(mail!.from).toContain('Test project');
    const link = /http:\/\/localhost:3000\S+/.exec(mail!.text)![0];
    expect(new URL(link).searchParams.get('after')).toBe('/home');
    expect(await isVerified(user_id)).toBe(false);
    const code = codeIn(mail!);
    expect(ok(await check(code))).toEqual({ is_code_valid: true });
    expect(ok(await verify(code.toUpperCase()))).toEqual({ success: true });
    expect(await isVerified(user_id)).toBe(true);
    expectKnown(await verify(code), 409, 'VERIFICATION_CODE_ALREADY_USED');
    expectKnown(await check(code), 409, 'VERIFICATION_CODE_ALREADY_USED');
  });

  it('gets no mail without a callback', async () => {
    const user = await project.signUp();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await mailTo(user.email, 0)).toEqual([]);
  });
});

describe('POST /contact-channels/{user}/{channel}/send-verification-code', () => {
  it('each of several codes works once, even after the channel is verified', async () => {
    const user = await project.signUp();
    const first = await sentCode(user, 1);
    const second = await sentCode(user, 2);
    expect(first).not.toBe(second);
    for (const code of [first, second]) ok(await verify(code));
    expectKnown(await verify(first), 409, 'VERIFICATION_CODE_ALREADY_USED');
    expectKnown(await sendTo(user), 409, 'EMAIL_ALREADY_VERIFIED');
  });

  it('a client sends to its own user only, with a text 400', async () => {
    const [user, stranger] = [await project.signUp(), await project.signUp()];
    expectText(await sendTo(user, project.as('client', stranger)), 400);
    expectKnown(await sendTo(user, project.client), 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
    ok(await sendTo(user, project.server));
  });

  it('checks user, channel, verification and callback', async () => {
    const user = await project.signUp();
    const path = (user_id: string, id: string) => `/contact-channels/${user_id}/${id}/send-verification-code`;
    const body = { callback_url: CALLBACK };
    const nobody = newUuid();
    expectKnown(await project.server.post(path(nobody, newUuid()), body), 400, 'USER_ID_DOES_NOT_EXIST', {
      user_id: nobody,
    });
    expectText(await project.server.post(path(user.id, newUuid()), body), 404);
    expectKnown(
      await other.server.post(path(user.id, await channelOf(user.id)), body),
      400,
      'USER_ID_DOES_NOT_EXIST',
      {
        user_id: user.id,
      },
    );
    for (const url of [
      'https://evil.example/',
      'https://localhost.evil.example/',
      'https://user@evil.example/',
    ])
      expectKnown(await sendTo(user, project.server, url), 400, 'REDIRECT_URL_NOT_WHITELISTED');
    expectSchemaErrorOn(await sendTo(user, project.server, 'no url'), 'body.callback_url');
  });

  it('trusts localhost in its forms while the project allows it, over http and https only', async () => {
    const user = await project.signUp();
    for (const good of [
      'http://localhost/',
      'https://localhost:8443/x',
      'http://sub.localhost:3000/',
      'http://127.0.0.1:3000/',
      'http://127.1/',
      'http://2130706433/',
    ])
      ok(await sendTo(user, project.server, good));
    for (const bad of [
      'http://localhost./',
      'http://[::1]/',
      'http://0.0.0.0/',
      'http://notlocalhost/',
      'http://localhost.evil.example/',
      'javascript://localhost/%0aalert(1)',
      'myapp://localhost/',
    ])
      expectKnown(await sendTo(user, project.server, bad), 400, 'REDIRECT_URL_NOT_WHITELISTED');
  });

  it('trusts what the domains of the project say', async () => {
    const own = await newProject({
      allow_localhost: false,
      domains: [
        { domain: 'https://app.example', handler_path: '/h' },
        { domain: 'https://*.wild.example', handler_path: '/h' },
        { domain: 'https://**.deep.example', handler_path: '/h' },
        { domain: 'http://port.example:8080', handler_path: '/h' },
      ],
    });
    const sent = async (callback_url: string) => {
      const id = await own.newUser({ primary_email: newEmail() });
      const { items } = ok(await own.server.get('/contact-channels', { query: { user_id: id } })) as {
        items: { id: string }[];
      };
      return own.server.post(`/contact-channels/${id}/${items[0]!.id}/send-verification-code`, {
        callback_url,
      });
    };
    for (const good of [
      'https://app.example/anything?x=1',
      'https://app.example:443/',
      'https://a.wild.example/',
      'https://a.b.deep.example/',
      'http://port.example:8080/',
    ])
      ok(await sent(good));
    for (const bad of [
      'http://app.example/',
      'https://app.example:8443/',
      'https://app.example.evil/',
      'https://evilapp.example/',
      'https://app.example@evil.example/',
      'https://evil.example\\@app.example/',
      'https://wild.example/',
      'https://a.b.wild.example/',
      'https://a.wild.example:8443/',
      'https://deep.example/',
      'http://port.example/',
      'http://localhost:3000/',
      'javascript:alert(1)',
    ])
      expectKnown(await sent(bad), 400, 'REDIRECT_URL_NOT_WHITELISTED');
  });
});

describe('POST /contact-channels/send-verification-code', () => {
  const send = (user: User, email: string) =>
    project
      .as('client', user)
      .post('/contact-channels/send-verification-code', { email, callback_url: CALLBACK });

  it('sends to the primary address, compared verbatim', async () => {
    const user = await project.signUp();
    expect(ok(await send(user, user.email))).toEqual({ success: true });
    await mailTo(user.email);
    const elsewhere = newEmail();
    expectKnown(await send(user, elsewhere), 400, 'EMAIL_IS_NOT_PRIMARY_EMAIL', {
      email: elsewhere,
      primary_email: user.email,
    });
    expectKnown(await send(user, user.email.toUpperCase()), 400, 'EMAIL_IS_NOT_PRIMARY_EMAIL', {
      email: user.email.toUpperCase(),
      primary_email: user.email,
    });
    ok(await project.server.patch(`/users/${user.id}`, { primary_email_verified: true }));
    expectKnown(await send(user, user.email), 409, 'EMAIL_ALREADY_VERIFIED');
  });
});

describe('POST /contact-channels/verify', () => {
  it('a code has 45 characters; an unknown one is VERIFICATION_CODE_NOT_FOUND, of any alphabet', async () => {
    for (const code of ['', 'abc', 'a'.repeat(44), 'a'.repeat(46)])
      expectSchemaError(await verify(code), 'body.code');
    for (const code of ['a'.repeat(45), 'ü'.repeat(45), "'".repeat(45)])
      expectKnown(await verify(code), 404, 'VERIFICATION_CODE_NOT_FOUND');
  });

  it('a code of another project is unknown', async () => {
    const user = await project.signUp();
    const code = await sentCode(user);
    expectKnown(await verify(code, other), 404, 'VERIFICATION_CODE_NOT_FOUND');
    ok(await verify(code));
  });

  it('after twenty tries the right code is dead; a wrong first part stays unknown', async () => {
    const user = await project.signUp();
    const code = await sentCode(user);
    const wrong = `${code.startsWith('000000') ? '111111' : '000000'}${code.slice(6)}`;
    for (let tries = 0; tries < 20; tries++)
      expectKnown(await check(wrong), 404, 'VERIFICATION_CODE_NOT_FOUND');
    expectKnown(await verify(code), 400, 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED');
    expectKnown(await check(wrong), 404, 'VERIFICATION_CODE_NOT_FOUND');
    expect(await isVerified(user.id)).toBe(false);
  });

  it('twenty parallel uses of one code verify once', async () => {
    const user = await project.signUp();
    const code = await sentCode(user);
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('of an address that is gone is a text 400', async () => {
    const user = await project.signUp();
    const code = await sentCode(user);
    ok(await project.server.patch(`/users/${user.id}`, { primary_email: null }));
    expectText(await verify(code), 400);
  });
});

describe('GET /contact-channels', () => {
  it('lists the addresses of a user', async () => {
    const user = await project.signUp();
    const list = ok(await project.as('client', user).get('/contact-channels', { query: { user_id: 'me' } }));
    expect(list).toEqual({
      items: [
        {
          id: expect.any(String) as string,
          user_id: user.id,
          type: 'email',
          value: user.email,
          is_primary: true,
          is_verified: false,
          used_for_auth: true,
        },
      ],
      is_paginated: false,
    });
  });

  it('a client lists its own and has to say so; another project sees nothing', async () => {
    const [user, stranger] = [await project.signUp(), await project.signUp()];
    const client = project.as('client', user);
    expectText(await client.get('/contact-channels'), 403);
    expectText(await client.get('/contact-channels', { query: { user_id: stranger.id } }), 403);
    expectKnown(await project.client.get('/contact-channels'), 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
    expect(ok(await other.server.get('/contact-channels', { query: { user_id: user.id } })).items).toEqual(
      [],
    );
    const query = { contact_channel_id: await channelOf(user.id) };
    expect(ok(await project.server.get('/contact-channels', { query })).items).toHaveLength(1);
  });
});
