/**
 * Whether a session is too old is judged by the server's clock, which nobody moves over HTTP: that ten minutes are the
 * border, and an hour is beyond it, is shown in services/identity/src/sessions/step-up.test.ts. Here the session that is
 * no recent sign-in of its user is one that an administrator opened to look over the user's shoulder.
 */
import { createAuthenticator } from '@portico/platform/testing/authenticator';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectText, ok, send } from '../src/client.ts';
import type { Channel } from '../src/contact-channels/channels.ts';
import { mailTo, type Mail } from '../src/inbox.ts';
import { createBrowser, newAttempt } from '../src/oauth/browser.ts';
import { expectTextPage, newOAuthProject } from '../src/oauth/project-with-providers.ts';
import {
  newEmail,
  overrideConfig,
  type Caller,
  type Project,
  type Tokens,
  type User,
} from '../src/project.ts';
import { newSignInCodes } from '../src/sign-in-mail.ts';
import { newApp } from '../src/totp.ts';

const BEGIN = '/auth/passkey/initiate-passkey-registration';
const flags = { passkey_enabled: true, magic_link_enabled: true };

const newTotp = () => ({ totp_secret_base64: newApp().secret_base64 });
const borrow = async (project: Project, user_id: string) =>
  ok(await project.server.post('/auth/sessions', { user_id, is_impersonation: true })) as Tokens;
const addPasskey = async (client: Caller) => {
  const { options_json, code } = ok(await client.post(BEGIN)) as {
    options_json: { challenge: string };
    code: string;
  };
  const { challenge } = options_json;
  const credential = createAuthenticator().register({ challenge, origin: 'http://localhost:3000' });
  ok(await client.post('/auth/passkey/register', { credential, code }));
};
const sentenceOf = (text: string): string | undefined => /An email address [^.]*\./.exec(text)?.[0];
const noticesTo = async (email: string): Promise<Mail[]> =>
  (await send('GET', '/inbox/messages', { query: { to: email } })).body as Mail[];

describe('18 · where the project asks for a recent sign-in', () => {
  let project: Project;
  let user: User;
  let old: Tokens;
  beforeAll(async () => {
    project = await newOAuthProject(flags);
    await overrideConfig(project, { 'auth.stepUp.required': true });
    user = await project.signUp();
    old = await borrow(project, user.id);
  });

  it('a session that is none adds no passkey and no authenticator, makes no recovery codes and turns nothing off', async () => {
    const caller = project.as('client', old);
    expectText(await caller.post(BEGIN), 403);
    expectText(await caller.patch('/users/me', newTotp()), 403);
    expectText(await caller.patch('/users/me', { totp_secret_base64: null }), 403);
    expectText(await caller.patch('/users/me', { passkey_auth_enabled: false }), 403);
    expectText(await caller.patch('/users/me', { otp_auth_enabled: false }), 403);
    expectText(await caller.post('/auth/mfa/recovery-codes'), 403);
    ok(await caller.patch('/users/me', { display_name: 'Mira' }));
  });

  it('it adds no email either: on the wire that is for servers, with step-up or without', async () => {
    for (const change of [{ primary_email: 'thief@example.com' }, { primary_email_auth_enabled: true }]) {
      const answer = await project.as('client', old).patch('/users/me', change);
      expect(answer.body.code).toBe('SCHEMA_ERROR');
    }
  });

  it('it adds, changes and removes no address as a contact channel, though its owner reads them', async () => {
    const caller = project.as('client', old);
    const [before] = ok(await caller.get('/contact-channels', { query: { user_id: 'me' } }))
      .items as Channel[];
    const path = `/contact-channels/me/${before!.id}`;
    const thief = { type: 'email', value: newEmail(), used_for_auth: true };
    expectText(await caller.post('/contact-channels', { ...thief, user_id: 'me' }), 403);
    for (const change of [thief, { used_for_auth: false }, { is_primary: false }])
      expectText(await caller.patch(path, change), 403);
    const refused = await caller.delete(path);
    expectText(refused, 403);
    expect(refused.text).toMatch(/^Sign in again first/);
    expect(ok(await caller.get(path))).toEqual(before);
    expectKnown(await project.as('client', user).patch(path, { is_verified: true }), 400, 'SCHEMA_ERROR', {
      message: expect.any(String) as string,
    });
  });

  it('it sets no password and links no account, which would sign in later', async () => {
    const { link } = await newSignInCodes(project.client, newEmail());
    const { user_id } = ok(await project.client.post('/auth/otp/sign-in', { code: link }));
    const borrowed = await borrow(project, user_id as string);
    const caller = project.as('client', borrowed);
    expectText(await caller.post('/auth/password/set', { password: 'of the thief' }), 403);
    const { address } = newAttempt(project, { type: 'link', token: borrowed.access_token });
    expectTextPage(await createBrowser().open(address), 403);
  });

  it('nor does a program that it let in, though its session has just begun', async () => {
    const { login_code, polling_code } = ok(await project.client.post('/auth/cli'));
    const { refresh_token } = user;
    ok(await project.client.post('/auth/cli/complete', { login_code, refresh_token }));
    const handed = ok(await project.client.post('/auth/cli/poll', { polling_code }), 201);
    const headers = { 'x-stack-refresh-token': handed.refresh_token as string };
    const session = ok(
      await project.client.post('/auth/sessions/current/refresh', undefined, { headers }),
    ) as Tokens;
    expectText(await project.as('client', session).patch('/users/me', newTotp()), 403);
    ok(await project.as('client', session).patch('/users/me', { display_name: 'Mira' }));
  });

  it('a fresh one may, and its owner is told by mail of everything that was changed', async () => {
    const owner = await project.signUp();
    const caller = project.as('client', owner);
    await addPasskey(caller);
    ok(await caller.patch('/users/me', newTotp()));
    ok(await caller.patch('/users/me', { totp_secret_base64: null }));
    ok(await caller.patch('/users/me', { passkey_auth_enabled: false }));
    const texts = (await mailTo(owner.email, 4)).map(({ text }) => text);
    for (const sentence of [
      'A passkey has been added.',
      'An authenticator app has been added.',
      'The second factor has been turned off.',
      'The passkey has been removed.',
    ])
      expect(texts.filter((text) => text.includes(sentence))).toHaveLength(1);
  });

  it('an address that comes, changes or goes is told to the primary one from before', async () => {
    const owner = await project.signUp();
    const caller = project.as('client', owner);
    const value = newEmail();
    const body = { user_id: 'me', type: 'email', value, used_for_auth: true };
    const added = ok(await caller.post('/contact-channels', body), 201) as Channel;
    ok(await caller.patch(`/contact-channels/me/${added.id}`, { is_primary: true }));
    ok(await caller.delete(`/contact-channels/me/${added.id}`));
    expect((await mailTo(owner.email, 2)).map(({ text }) => sentenceOf(text)).sort()).toEqual([
      'An email address has been added.',
      'An email address has been changed.',
    ]);
    expect((await mailTo(value)).map(({ text }) => sentenceOf(text))).toEqual([
      'An email address has been removed.',
    ]);
  });

  it('a change of the address is told to the one from before', async () => {
    const owner = await project.signUp();
    const primary_email = `new-${owner.email}`;
    ok(await project.server.patch(`/users/${owner.id}`, { primary_email }));
    const [mail] = await mailTo(owner.email);
    expect(mail!.text).toContain('The email address has been changed.');
    expect(await noticesTo(primary_email)).toEqual([]);
  });
});

/** The wire has these changes without a question, and step-up is what a project turns on: it is off by default. */
describe('18 · where the project does not ask', () => {
  it('any session of the user adds and turns off, without a mail', async () => {
    const project = await newOAuthProject(flags);
    const user = await project.signUp();
    const caller = project.as('client', await borrow(project, user.id));
    await addPasskey(caller);
    ok(await caller.patch('/users/me', newTotp()));
    ok(await caller.patch('/users/me', { totp_secret_base64: null, passkey_auth_enabled: false }));
    await sleep(500);
    expect(await noticesTo(user.email)).toEqual([]);
  });

  it('nobody does so for somebody else, nor without a session', async () => {
    const project = await newOAuthProject(flags);
    const [victim, thief] = [await project.signUp(), await project.signUp()];
    for (const change of [newTotp(), { passkey_auth_enabled: false }]) {
      const foreign = await project.as('client', thief).patch(`/users/${victim.id}`, change);
      expect(foreign.body.code).toBe('INSUFFICIENT_ACCESS_TYPE');
      expectKnown(await project.client.patch('/users/me', change), 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
    }
  });
});
