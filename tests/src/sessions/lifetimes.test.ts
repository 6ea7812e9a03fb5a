/** What ends after minutes, hours and months, on a clock that the tests move. */
import { createAuthenticator } from '@portico/platform/testing/authenticator';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completeLogin, pollLogin, startLogin, type Login } from '../cli/login.ts';
import { expectKnown, expectText, ok, type Answer } from '../client.ts';
import { DAY, HOUR, MINUTE, SECOND, startWithMovingClock, type MovingClock } from '../moving-clock.ts';
import { atProvider, createBrowser, newAttempt } from '../oauth/browser.ts';
import { exchange, expectKnownPage, newCode, newOAuthProject } from '../oauth/project-with-providers.ts';
import { beginRegistration, beginSignIn, ORIGIN, register } from '../passkeys/ceremonies.ts';
import { newEmail, newKeySet, overrideConfig, projectOf, type Project, type Tokens } from '../project.ts';
import { refreshByGrant, refreshSession } from '../refresh.ts';

let clock: MovingClock;
let project: Project;
beforeAll(async () => {
  clock = await startWithMovingClock();
  const { id, admin } = await newOAuthProject({ passkey_enabled: true });
  project = projectOf(id, await newKeySet(admin, { expires_at_millis: clock.now() + 3_000 * DAY }));
});
afterAll(() => clock?.stop());

const DEAD = 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED';
const refresh = (refresh_token: string): Promise<Answer> => refreshSession(project.client, refresh_token);
const grant = (refresh_token: string): Promise<Answer> => refreshByGrant(project, refresh_token);
/** The user again, with an access token of the server's today. */
const again = async ({ refresh_token }: Tokens) =>
  project.as('client', ok(await refresh(refresh_token)) as { access_token: string });

describe('a round trip of OAuth', () => {
  const toCallback = async (more: Record<string, string> = {}) => {
    const browser = createBrowser();
    const start = await browser.open(newAttempt(project, more).address);
    const callback = await atProvider(browser, start.location ?? '', newEmail());
    return { browser, callback };
  };

  it('is waited for ten minutes, then OUTER_OAUTH_TIMEOUT', async () => {
    const early = await toCallback();
    const [late, told] = [
      await toCallback(),
      await toCallback({ error_redirect_url: 'http://localhost:3000/error' }),
    ];
    await clock.advance(9 * MINUTE);
    // The code of the provider is over by then, which is its own answer.
    expect((await early.browser.open(early.callback)).status).toBe(400);
    await clock.advance(MINUTE);
    expectKnownPage(await late.browser.open(late.callback), 408, 'OUTER_OAUTH_TIMEOUT');
    const page = await told.browser.open(told.callback);
    expect(page.status).toBe(303);
    expect(new URL(page.location ?? '').searchParams.get('errorCode')).toBe('OUTER_OAUTH_TIMEOUT');
  });

  it('leaves a code that is good for five minutes', async () => {
    const [early, late] = [await newCode(project, newEmail()), await newCode(project, newEmail())];
    await clock.advance(299 * SECOND - 10 * SECOND);
    ok(await exchange(project, early));
    await clock.advance(11 * SECOND);
    expectKnown(await exchange(project, late), 400, 'INVALID_AUTHORIZATION_CODE');
  });

  it('does not begin with an access token that is over', async () => {
    const { access_token: token } = await project.signUp();
    await clock.advance(11 * MINUTE);
    const { address } = newAttempt(project, { token, type: 'link' });
    expectKnownPage(await createBrowser().open(address), 401, 'ACCESS_TOKEN_EXPIRED', {
      expired_at_millis: (decodeJwt(token).exp ?? 0) * 1000,
    });
  });
});

describe('a passkey ceremony', () => {
  it('is waited for 65 seconds', async () => {
    const client = project.as('client', await project.signUp());
    const passkey = createAuthenticator();
    ok(await register(client, { passkey }));
    const begun = await beginRegistration(client);
    const [early, late] = [await beginSignIn(project.client), await beginSignIn(project.client)];
    const answer = ({ options_json, code }: typeof early) => ({
      authentication_response: passkey.authenticate({ challenge: options_json.challenge, origin: ORIGIN }),
      code,
    });
    const OVER = 'VERIFICATION_CODE_EXPIRED';
    await clock.advance(60 * SECOND);
    ok(await project.client.post('/auth/passkey/sign-in', answer(early)));
    await clock.advance(6 * SECOND);
    expectKnown(await project.client.post('/auth/passkey/sign-in', answer(late)), 400, OVER);
    const { options_json, code } = begun;
    const credential = createAuthenticator().register({ challenge: options_json.challenge, origin: ORIGIN });
    expectKnown(await client.post('/auth/passkey/register', { credential, code }), 400, OVER);
  });
});

describe('a CLI login', () => {
  it('is waited for two hours unless it says otherwise, and is expired also once it was used', async () => {
    const user = await project.newSession(await project.newUser());
    const start = (json?: object) => startLogin(project.client, json);
    const poll = async ({ polling_code }: Login) =>
      (await pollLogin(project.client, polling_code)).body.status as string;
    const complete = ({ login_code }: Login) => completeLogin(project.client, login_code, user.refresh_token);
    const [open, used, long] = [await start(), await start(), await start({ expires_in_millis: DAY })];
    ok(await complete(used));
    expect(await poll(used)).toBe('success');
    await clock.advance(2 * HOUR - MINUTE);
    expect([await poll(open), await poll(used)]).toEqual(['waiting', 'used']);
    await clock.advance(MINUTE + SECOND);
    expect([await poll(open), await poll(used), await poll(long)]).toEqual(['expired', 'expired', 'waiting']);
    expectText(await complete(open), 400);
    await clock.advance(22 * HOUR);
    expect(await poll(long)).toBe('expired');
  });
});

describe('a session', () => {
  it('lasts 365 days, which no refresh extends', async () => {
    const user = await project.signUp();
    for (const days of [200, 164]) {
      await clock.advance(days * DAY);
      ok(await refresh(user.refresh_token));
      ok(await grant(user.refresh_token));
    }
    await clock.advance(2 * DAY);
    expectKnown(await refresh(user.refresh_token), 401, DEAD);
    expectKnown(await grant(user.refresh_token), 401, DEAD);
    const list = await project.server.get('/auth/sessions', { query: { user_id: user.id } });
    expect(ok(list)).toEqual({ items: [], is_paginated: false });
  });

  it('of the server lasts as long as was asked for', async () => {
    const user_id = await project.newUser();
    const make = async (expires_in_millis: number) =>
      ok(await project.server.post('/auth/sessions', { user_id, expires_in_millis })) as Tokens;
    const [short, long] = [await make(5 * SECOND), await make(366 * DAY)];
    ok(await refresh(short.refresh_token));
    await clock.advance(5 * SECOND);
    expectKnown(await refresh(short.refresh_token), 401, DEAD);
    await clock.advance(365 * DAY + 23 * HOUR);
    ok(await refresh(long.refresh_token));
    await clock.advance(HOUR);
    expectKnown(await refresh(long.refresh_token), 401, DEAD);
  });

  it('has an access token of ten minutes', async () => {
    const user = await project.signUp();
    const { iat = 0, exp = 0 } = decodeJwt(user.access_token);
    expect(exp - iat).toBe(600);
    await clock.advance(10 * MINUTE + SECOND);
    expectKnown(await project.as('client', user).get('/users/me'), 401, 'ACCESS_TOKEN_EXPIRED', {
      expired_at_millis: exp * 1000,
    });
    ok(await (await again(user)).get('/users/me'));
  });
});

describe('a project that asks for a recent sign-in', () => {
  const BEGIN = '/auth/passkey/initiate-passkey-registration';

  it('lets a session of the last ten minutes change how its user signs in, and no older one', async () => {
    await overrideConfig(project, { 'auth.stepUp.required': true });
    const user = await project.signUp();
    const passkey = createAuthenticator();
    await clock.advance(9 * MINUTE);
    ok(await register(await again(user), { passkey }));
    await clock.advance(2 * MINUTE);
    const old = await again(user);
    expectText(await old.post(BEGIN), 403);
    expectText(await old.patch('/users/me', { passkey_auth_enabled: false }), 403);
    expectText(await old.patch('/users/me', { totp_secret_base64: 'QUJDREVGR0hJSg==' }), 403);
    ok(await old.patch('/users/me', { display_name: 'Mira' }));
    const { access_token } = await project.newSession(user.id);
    ok(await project.as('client', { access_token }).patch('/users/me', { passkey_auth_enabled: false }));
    await clock.advance(11 * MINUTE);
    ok(await project.server.patch(`/users/${user.id}`, { totp_secret_base64: 'QUJDREVGR0hJSg==' }));
    await overrideConfig(project, { 'auth.stepUp.required': false });
    ok(await (await again(user)).patch('/users/me', { totp_secret_base64: null }));
  });
});
