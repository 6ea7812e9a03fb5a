import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectText, ok, url, type Answer } from '../src/client.ts';
import {
  atProvider,
  codeOf,
  createBrowser,
  newAttempt,
  newVerifier,
  REDIRECT_URI,
  type Browser,
} from '../src/oauth/browser.ts';
import { exchange, expectTextPage, newCode, newOAuthProject } from '../src/oauth/project-with-providers.ts';
import { newEmail, type Project, type Tokens } from '../src/project.ts';
import { refreshByGrant, refreshSession } from '../src/refresh.ts';
import { expectDenied } from './denied.ts';
import { inParallel } from './in-parallel.ts';
import { tally } from './tally.ts';

let project: Project;
let other: Project;
beforeAll(async () => {
  [project, other] = await Promise.all([newOAuthProject(), newOAuthProject()]);
});

const invalid = (answer: Answer) => expectKnown(answer, 400, 'INVALID_AUTHORIZATION_CODE');
const refresh = (refresh_token: string, one = project) => refreshSession(one.client, refresh_token);

/** That it is worth nothing after five minutes is shown with a clock in services/identity/src/oauth/id-token.test.ts. */
describe('23 · an authorization code', () => {
  it('in 50 parallel requests gives one session, which the replays end at once', async () => {
    const good = await newCode(project, newEmail());
    const answers = await inParallel(50, () => exchange(project, good));
    expect(tally(answers)).toEqual({ '200': 1, '400 INVALID_AUTHORIZATION_CODE': 49 });
    const { refresh_token, access_token } = ok(answers.find(({ status }) => status === 200)!) as Tokens;
    invalid(await exchange(project, good));
    expectKnown(await refresh(refresh_token), 401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
    await expectDenied(() => project.as('client', { access_token }).get('/users/me'));
  });

  it('presented again ends refresh and access token of the session it gave', async () => {
    const good = await newCode(project, newEmail());
    const { refresh_token, access_token } = ok(await exchange(project, good)) as Tokens;
    ok(await project.as('client', { access_token }).get('/users/me'));
    invalid(await exchange(project, good));
    await expectDenied(() => project.as('client', { access_token }).get('/users/me'));
    expectKnown(await refreshByGrant(project, refresh_token), 401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
  });

  it('without its verifier is worth nothing to 50 thieves, and is still good for its owner', async () => {
    const { code, code_verifier } = await newCode(project, newEmail());
    const verifiers = [undefined, '', newVerifier(), code_verifier.slice(0, -1), `${code_verifier}x`];
    const stolen = await inParallel(50, (index) =>
      exchange(project, { code, code_verifier: verifiers[index % verifiers.length] }),
    );
    expect(stolen.filter(({ status }) => status < 400)).toEqual([]);
    ok(await exchange(project, { code, code_verifier }));
  });

  it('of one project is unknown to another, with whichever key', async () => {
    const good = await newCode(project, newEmail());
    invalid(await exchange(other, good));
    const mixed = { ...good, client_secret: other.keys.publishable_client_key };
    expectKnown(await exchange(project, mixed), 400, 'INVALID_OAUTH_CLIENT_ID_OR_SECRET', {
      client_id: null,
    });
    ok(await exchange(project, good));
  });

  it('sent with another redirect URI is refused and spent', async () => {
    for (const redirect_uri of [
      `${REDIRECT_URI}/`,
      `${REDIRECT_URI}?x`,
      'https://evil.example/',
      undefined,
    ]) {
      const good = await newCode(project, newEmail());
      expectText(await exchange(project, { ...good, redirect_uri }), 400);
      invalid(await exchange(project, good));
    }
  });
});

/** Up to where the provider has sent the browser back, and our callback has not been opened. */
const beforeCallback = async (browser = createBrowser()) => {
  const attempt = newAttempt(project);
  const { location = '' } = await browser.open(attempt.address);
  // The provider keeps cookies of its own, which are not what is tested.
  const callback = new URL(await atProvider(createBrowser(), location, newEmail()));
  return { browser, attempt, callback };
};
const withParameter = (callback: URL, name: string, value: string | undefined): string => {
  const changed = new URL(callback);
  if (value === undefined) changed.searchParams.delete(name);
  else changed.searchParams.set(name, value);
  return changed.href;
};
const parameter = ({ callback }: { callback: URL }, name: string): string =>
  callback.searchParams.get(name) ?? '';

describe('24 · the callback', () => {
  const refuses = async (browser: Browser, address: string) =>
    expectTextPage(await browser.open(address), 400);

  it('refuses a missing, altered, invented or foreign state', async () => {
    const one = await beforeCallback();
    const stranger = await beforeCallback();
    const own = parameter(one, 'state');
    for (const state of [
      undefined,
      '',
      `${own}x`,
      own.slice(0, -1),
      newVerifier(),
      parameter(stranger, 'state'),
    ])
      await refuses(one.browser, withParameter(one.callback, 'state', state));
    // None of it has hurt the attempt itself.
    codeOf(await one.browser.open(one.callback.href));
  });

  it('refuses the browser of a victim who is sent there with the attacker’s code, so nobody is signed in to a stranger’s account', async () => {
    const attacker = await beforeCallback();
    await refuses(createBrowser(), attacker.callback.href);
    const victim = await beforeCallback();
    await refuses(victim.browser, attacker.callback.href);
    // Nor in the attempt that the victim has begun: the code is bound to the round trip it comes from.
    await refuses(victim.browser, withParameter(victim.callback, 'code', parameter(attacker, 'code')));
  });

  it('refuses a state that somebody else has the cookie for, and cookies that are not what was set', async () => {
    const victim = await beforeCallback();
    const attacker = await beforeCallback();
    const name = `stack-oauth-inner-${parameter(victim, 'state')}`;
    await refuses(attacker.browser, victim.callback.href);
    for (const value of ['', 'false', 'TRUE', '1']) {
      const forged = createBrowser();
      forged.cookies.set(name, value);
      await refuses(forged, victim.callback.href);
    }
    codeOf(await victim.browser.open(victim.callback.href));
  });

  it('of another provider refuses the state, and one that was used is gone', async () => {
    const one = await beforeCallback();
    await refuses(one.browser, one.callback.href.replace('/callback/github', '/callback/google'));
    const two = await beforeCallback();
    const cookies = [...two.browser.cookies];
    codeOf(await two.browser.open(two.callback.href));
    cookies.forEach(([name, value]) => two.browser.cookies.set(name, value));
    await refuses(two.browser, two.callback.href);
  });

  it('gives the application its own state back, whoever else is signing in in the same browser', async () => {
    const browser = createBrowser();
    const [one, two] = [await beforeCallback(browser), await beforeCallback(browser)];
    for (const { attempt, callback } of [two, one]) {
      const page = await browser.open(callback.href);
      expect(new URL(page.location ?? '').searchParams.get('state')).toBe(attempt.state);
    }
  });

  it('writes no header that a state asks for', async () => {
    const state = encodeURIComponent('x=y; Domain=evil.example\r\nx: y');
    const page = await createBrowser().open(
      `${url()}/api/v1/auth/oauth/callback/github?code=1&state=${state}`,
    );
    expectTextPage(page, 400);
    expect(page.set_cookie).toEqual([]);
  });
});
