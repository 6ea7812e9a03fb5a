/**
 * The provider here is the sandbox, which vouches for every address. What a provider may say instead — `email_verified`
 * false, absent or the string "true", ID tokens of another issuer or audience, two connections with one issuer — needs one
 * that lies: services/identity/src/oauth/id-token.test.ts and providers.test.ts have it.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, ok } from '../src/client.ts';
import { newAttempt, roundTrip } from '../src/oauth/browser.ts';
import {
  expectKnownPage,
  expectTextPage,
  getUser,
  newOAuthProject,
  signInWith,
  userIdOf,
} from '../src/oauth/project-with-providers.ts';
import { newEmail, PASSWORD, type Project } from '../src/project.ts';
import { refreshSession } from '../src/refresh.ts';
import { newResetCode, newSignInCodes } from '../src/sign-in-mail.ts';
import { expectDenied } from './denied.ts';

let project: Project;
beforeAll(async () => {
  project = await newOAuthProject({ magic_link_enabled: true });
});

const IN_USE = 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE';
const inUse = (email: string, would_work_if_email_was_verified: boolean) => ({
  type: 'email',
  contact_channel_value: email,
  would_work_if_email_was_verified,
});
const withProvider = (email: string, provider = 'google', one = project) =>
  roundTrip(newAttempt(one, {}, provider), { email });
const newVerified = (one: Project, email: string) =>
  one.newUser({ primary_email: email, primary_email_verified: true, primary_email_auth_enabled: true });
const refresh = (refresh_token: string) => refreshSession(project.client, refresh_token);

describe('19 · who registers the address of somebody else, unverified, and waits', () => {
  it('is never joined by the owner who comes with Google, nor by one who comes with a code', async () => {
    const email = newEmail();
    const attacker = await project.signUp(email);
    expectKnownPage(await withProvider(email), 409, IN_USE, inUse(email, true));
    const callback_url = 'http://localhost:3000/otp';
    const code = await project.client.post('/auth/otp/send-sign-in-code', { email, callback_url });
    expectKnown(code, 409, 'USER_EMAIL_ALREADY_EXISTS', { email, would_work_if_email_was_verified: true });
    expect(await getUser(project, attacker.id)).toMatchObject({
      oauth_providers: [],
      primary_email_verified: false,
    });
  });

  it('loses the password and every session to the owner, who resets the password', async () => {
    const email = newEmail();
    const attacker = await project.signUp(email);
    const code = await newResetCode(project.client, email);
    ok(await project.client.post('/auth/password/reset', { code, password: 'of the owner' }));
    expectKnown(await refresh(attacker.refresh_token), 401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
    await expectDenied(() => project.as('client', attacker).get('/users/me'));
    const old = await project.client.post('/auth/password/sign-in', { email, password: PASSWORD });
    expectKnown(old, 400, 'EMAIL_PASSWORD_MISMATCH');
    ok(await project.client.post('/auth/password/sign-in', { email, password: 'of the owner' }));
  });

  it('has an account of its own where duplicates are allowed, and the owner another', async () => {
    const own = await newOAuthProject({ oauth_account_merge_strategy: 'allow_duplicates' });
    const email = newEmail();
    const attacker = await own.signUp(email);
    const owner = await signInWith(own, { email, provider: 'google' });
    expect(owner.is_new_user).toBe(true);
    expect(userIdOf(owner)).not.toBe(attacker.id);
    expect(await getUser(own, attacker.id)).toMatchObject({ oauth_providers: [] });
  });
});

describe('20 · an address that a provider tells', () => {
  it('is not taken for one with another alias', async () => {
    const [name, domain] = newEmail().split('@');
    const owner = await newVerified(project, `${name}@${domain}`);
    for (const alias of [`${name}+x@${domain}`, `${name!.replace('-', '.-')}@${domain}`]) {
      const signedIn = await signInWith(project, { email: alias, provider: 'google' });
      expect(signedIn.is_new_user).toBe(true);
      expect(userIdOf(signedIn)).not.toBe(owner);
    }
    expect(await getUser(project, owner)).toMatchObject({ oauth_providers: [] });
  });

  it('is none at all when it only looks like one: other alphabets, wide letters, marks, a Kelvin sign', async () => {
    const name = newEmail().split('@')[0]!;
    const owner = await newVerified(project, `${name}k@example.com`);
    for (const email of [
      `${name}k@ex\u0430mple.com`,
      `us\u0435r${name.slice(4)}k@example.com`,
      `${name}\u212A@example.com`,
      `${name}\uFF4B@example.com`,
      `${name}k\u200B@example.com`,
      `${name}k@example\u3002com`,
      `${name}k@e\u0301xample.com`,
    ])
      expectTextPage(await withProvider(email), 400);
    expect(await getUser(project, owner)).toMatchObject({ oauth_providers: [] });
  });

  /** The wire has one account for all spellings of an address, which is compared in lower case. */
  it('in capitals is the same address, so it is joined when both sides have verified it and refused when not', async () => {
    const email = newEmail();
    const owner = await newVerified(project, email);
    const signedIn = await signInWith(project, { email: email.toUpperCase(), provider: 'google' });
    expect(signedIn.is_new_user).toBe(false);
    expect(userIdOf(signedIn)).toBe(owner);
    const unverified = newEmail();
    await project.signUp(unverified);
    const page = await withProvider(unverified.toUpperCase());
    expect(page.headers.get('x-stack-known-error')).toBe(IN_USE);
  });

  it('never joins where the project says so', async () => {
    const own = await newOAuthProject({ oauth_account_merge_strategy: 'raise_error' });
    const email = newEmail();
    const owner = await newVerified(own, email);
    expectKnownPage(await withProvider(email, 'google', own), 409, IN_USE, inUse(email, false));
    expect(await getUser(own, owner)).toMatchObject({ oauth_providers: [] });
  });
});

describe('21 · one account id', () => {
  it('at two providers is two identities', async () => {
    const own = await newOAuthProject({ oauth_account_merge_strategy: 'allow_duplicates' });
    const email = newEmail();
    const google = await signInWith(own, { email, provider: 'google' });
    const github = await signInWith(own, { email, provider: 'github' });
    expect(userIdOf(github)).not.toBe(userIdOf(google));
    for (const [signedIn, provider] of [[google, 'google'], [github, 'github']] as const) {
      const { oauth_providers } = await getUser(own, userIdOf(signedIn));
      expect(oauth_providers).toMatchObject([{ id: provider, account_id: email }]);
      expect(userIdOf(await signInWith(own, { email, provider }))).toBe(userIdOf(signedIn));
    }
  }); // prettier-ignore

  it('in two projects is two users, and a round trip of one project ends in that one', async () => {
    const other = await newOAuthProject();
    const email = newEmail();
    const here = await signInWith(project, { email });
    const there = await signInWith(other, { email });
    expect(there.is_new_user).toBe(true);
    expect(userIdOf(there)).not.toBe(userIdOf(here));
    const foreign = await other.as('client', here).get('/users/me');
    expect(foreign.body.code).toBe('INVALID_PROJECT_FOR_ACCESS_TOKEN');
  });

  it('that signs in one user cannot be linked to another', async () => {
    const email = newEmail();
    const { typed } = await newSignInCodes(project.client, newEmail());
    const thief = ok(await project.client.post('/auth/otp/sign-in', { code: typed })) as {
      access_token: string;
    };
    await signInWith(project, { email });
    const attempt = newAttempt(project, { type: 'link', token: thief.access_token });
    const page = await roundTrip(attempt, { email });
    expectKnownPage(page, 409, 'OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER');
  });
});
