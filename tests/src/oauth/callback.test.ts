import { beforeAll, describe, expect, it } from 'vitest';
import { ok, url } from '../client.ts';
import { newEmail, newProject, type Project } from '../project.ts';
import { atProvider, codeOf, createBrowser, newAttempt, REDIRECT_URI, roundTrip } from './browser.ts';
import { expectKnownPage, expectTextPage, newOAuthProject, providers } from './project-with-providers.ts';

let project: Project;
beforeAll(async () => {
  project = await newOAuthProject();
});

const TRUSTED_ERROR_PAGE = 'http://localhost:3000/handler/error?kept=yes';
const DELETED = /^stack-oauth-inner-[0-9a-z]+=; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT$/;

/** As far as the provider has sent the browser back, but our callback has not been opened. */
const beforeCallback = async (more: Record<string, string> = {}, of = project) => {
  const browser = createBrowser();
  const attempt = newAttempt(of, more);
  const start = await browser.open(attempt.address);
  const callback = new URL(await atProvider(browser, start.location ?? '', newEmail()));
  return { browser, attempt, callback };
};

describe('the callback', () => {
  it('deletes its cookie whatever it answers', async () => {
    const { browser, callback } = await beforeCallback();
    const good = await browser.open(callback.href);
    expect(good.status).toBe(303);
    expect(good.set_cookie).toEqual([expect.stringMatching(DELETED)]);
    const again = await createBrowser().open(callback.href);
    expectTextPage(again, 400);
    expect(again.set_cookie).toEqual([expect.stringMatching(DELETED)]);
  });

  it('does not let a state write headers', async () => {
    const state = 'x=y; Domain=evil.example\r\nx: y';
    const page = await createBrowser().open(
      `${url()}/api/v1/auth/oauth/callback/github?code=1&state=${encodeURIComponent(state)}`,
    );
    expectTextPage(page, 400);
    expect(page.set_cookie).toEqual([]);
  });

  it('refuses a browser that did not start, so nobody is signed in to a stranger’s account', async () => {
    const attacker = await beforeCallback();
    const victim = await beforeCallback();
    expectTextPage(await victim.browser.open(attacker.callback.href), 400);
    expectTextPage(await createBrowser().open(attacker.callback.href), 400);
    // Neither attempt is hurt by it.
    codeOf(await victim.browser.open(victim.callback.href));
  });

  it('refuses swapped, altered and missing states', async () => {
    const one = await beforeCallback();
    const other = await beforeCallback();
    const swapped = new URL(one.callback);
    swapped.searchParams.set('state', other.callback.searchParams.get('state') ?? '');
    expectTextPage(await one.browser.open(swapped.href), 400);
    const altered = new URL(one.callback);
    altered.searchParams.set('state', `${altered.searchParams.get('state')}x`);
    expectTextPage(await one.browser.open(altered.href), 400);
    altered.searchParams.delete('state');
    expectTextPage(await one.browser.open(altered.href), 400);
  });

  it('refuses a code of another round trip: the provider sees another PKCE verifier', async () => {
    const one = await beforeCallback();
    const other = await beforeCallback();
    const injected = new URL(one.callback);
    injected.searchParams.set('code', other.callback.searchParams.get('code') ?? '');
    expectTextPage(await one.browser.open(injected.href), 400);
  });

  it('works once, however many arrive at the same time', async () => {
    const { browser, callback } = await beforeCallback();
    const cookies = [...browser.cookies];
    const pages = await Promise.all(
      Array.from({ length: 8 }, () => {
        const copy = createBrowser();
        cookies.forEach(([name, value]) => copy.cookies.set(name, value));
        return copy.open(callback.href);
      }),
    );
    expect(pages.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(pages.filter(({ status }) => status === 400)).toHaveLength(7);
  });

  it('plain errors are answered here, also when there is an error address', async () => {
    const more = { error_redirect_url: TRUSTED_ERROR_PAGE };
    const wrongProvider = await beforeCallback(more);
    const path = wrongProvider.callback.href.replace('/callback/github', '/callback/google');
    expectTextPage(await wrongProvider.browser.open(path), 400);
    const wrongCode = await beforeCallback(more);
    wrongCode.callback.searchParams.set('code', 'altered');
    expectTextPage(await wrongCode.browser.open(wrongCode.callback.href), 400);
  });

  it('a provider that is not configured is known by that', async () => {
    const { browser, callback } = await beforeCallback();
    const path = callback.href.replace('/callback/github', '/callback/nothing');
    expectKnownPage(await browser.open(path), 400, 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED');
  });

  it('takes what a provider posts as a form', async () => {
    const { browser, callback } = await beforeCallback();
    const form = Object.fromEntries(callback.searchParams);
    const page = await browser.open(callback.origin + callback.pathname, form);
    expect(page.status).toBe(303);
    codeOf(page);
  });

  it('keeps the query of the redirect URI and drops its fragment', async () => {
    const redirect_uri = `${REDIRECT_URI}?after=1&code=old#part`;
    const page = await roundTrip(newAttempt(project, { redirect_uri }), { email: newEmail() });
    const target = new URL(page.location ?? '');
    expect(target.searchParams.get('after')).toBe('1');
    expect(target.searchParams.getAll('code')).toHaveLength(1);
    expect(target.hash).toBe('');
  });
});

describe('an error of the catalogue', () => {
  const cancelled = (more: Record<string, string>) => roundTrip(newAttempt(project, more), { email: null });

  it('is told to a trusted error address', async () => {
    for (const name of ['error_redirect_url', 'error_redirect_uri']) {
      const page = await cancelled({ [name]: TRUSTED_ERROR_PAGE });
      expect(page.status, page.text).toBe(303);
      const target = new URL(page.location ?? '');
      expect(target.origin + target.pathname).toBe('http://localhost:3000/handler/error');
      expect(Object.fromEntries(target.searchParams)).toEqual({
        kept: 'yes',
        errorCode: 'OAUTH_PROVIDER_ACCESS_DENIED',
        message: expect.any(String) as string,
        details: '{}',
      });
    }
  });

  it('carries its details as JSON', async () => {
    const email = newEmail();
    await project.signUp(email);
    const page = await roundTrip(newAttempt(project, { error_redirect_url: TRUSTED_ERROR_PAGE }), { email });
    const { searchParams } = new URL(page.location ?? '');
    expect(JSON.parse(searchParams.get('details') ?? '')).toMatchObject({ contact_channel_value: email });
  });

  it('is answered here when the address is not trusted or not given', async () => {
    expectKnownPage(await cancelled({}), 400, 'OAUTH_PROVIDER_ACCESS_DENIED');
    const untrusted = await cancelled({ error_redirect_url: 'https://evil.example/error' });
    expectKnownPage(untrusted, 400, 'OAUTH_PROVIDER_ACCESS_DENIED');
  });

  it('an untrusted error address does not matter while nothing goes wrong', async () => {
    const attempt = newAttempt(project, { error_redirect_url: 'https://evil.example/error' });
    codeOf(await roundTrip(attempt, { email: newEmail() }));
  });
});

describe('the redirect URI', () => {
  const outer = 'http://stack-test.localhost/some-callback-url';
  const attemptWith = async (domains: string[], redirect_uri: string, allow_localhost = false) => {
    const own = await newProject({
      oauth_providers: providers,
      allow_localhost,
      domains: domains.map((domain) => ({ domain, handler_path: '/handler' })),
    });
    const email = newEmail();
    const page = await roundTrip(newAttempt(own, { redirect_uri }), { email });
    const users = ok(await own.server.get('/users')) as { items: object[] };
    return { page, users: users.items.length };
  };

  it.each([
    ['http://stack-test.localhost'],
    ['http://*.localhost'],
    ['http://**.localhost'],
    ['http://stack-test.*'],
  ])('is trusted by %s', async (domain) => {
    const { page } = await attemptWith(['https://app.production.com', domain], outer);
    expect(page.location?.startsWith(outer)).toBe(true);
  });

  it.each([
    [[]],
    [['https://app.production.com']],
    [['http://localhost:3000']],
    [['https://app.production.com', 'https://app.staging.com', 'http://localhost:3000']],
    [['https://stack-test.localhost']],
    [['https://*.example.com', 'https://**.example.org', 'http://api-*:8107']],
  ])('is not trusted by %j, and no user is made', async (domains) => {
    const { page, users } = await attemptWith(domains, outer);
    expectKnownPage(page, 400, 'REDIRECT_URL_NOT_WHITELISTED');
    expect(users).toBe(0);
  });

  it.each([
    'https://trusted.example.evil.com/',
    'https://trusted.example@evil.com/',
    'https://evil.com\\@trusted.example/',
    'https://evil.com/https://trusted.example/',
    'https://evil.com?trusted.example',
    'https://evil.com;trusted.example/',
    'https://evil.com%2f..trusted.example/',
    'https://trusted.example:8443/',
    'https://trusted.example./',
    'https://a.trusted.example/',
    'http://trusted.example/',
    'https:evil.com/trusted.example',
    'https:////evil.com//trusted.example',
    'https://localhost.evil.com/',
    'http://127.0.0.1.evil.com/',
    'http://localhost@evil.com/',
    'http://[::1]/',
    'http://0.0.0.0/',
    'javascript://localhost/%0aalert(1)',
    'javascript:alert(1)',
    'data:text/html,x',
    'myapp://localhost/callback',
  ])('%s is not https://trusted.example, nor localhost', async (redirect_uri) => {
    const browser = createBrowser();
    const own = await corpusProject();
    const attempt = newAttempt(own, { redirect_uri });
    const start = await browser.open(attempt.address);
    if (start.status === 400) return expectKnownPage(start, 400, 'SCHEMA_ERROR', expect.anything() as object);
    const page = await browser.open(await atProvider(browser, start.location ?? '', newEmail()));
    expectKnownPage(page, 400, 'REDIRECT_URL_NOT_WHITELISTED');
  });

  let corpus: Promise<Project> | undefined;
  const corpusProject = () =>
    (corpus ??= newProject({
      oauth_providers: providers,
      allow_localhost: true,
      domains: [{ domain: 'https://trusted.example', handler_path: '/handler' }],
    }));
});
