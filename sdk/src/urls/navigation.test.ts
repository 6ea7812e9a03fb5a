// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handlerUrls } from './handler-urls.ts';
import { createNavigation } from './navigation.ts';
import type { RedirectMethod } from './redirect-method.ts';

const goTo = (url: string): void => {
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(url);
};

const navigationTo = (redirectMethod: RedirectMethod, urls = {}, domains: string[] = []) =>
  createNavigation({
    options: { redirectMethod },
    urls: handlerUrls(urls),
    trustedDomains: async () => domains,
  });

describe('redirects', () => {
  const visited: string[] = [];
  const recording: RedirectMethod = {
    useNavigate: () => () => undefined,
    navigate: (url) => void visited.push(url),
  };

  beforeEach(() => {
    visited.length = 0;
    vi.useFakeTimers();
    goTo('https://app.test/a?b=1#c');
  });

  const run = async (redirect: Promise<void>): Promise<void> => {
    const done = redirect.catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    const error = await done;
    if (error) throw error;
  };

  it('remember the page that asked for a sign-in', async () => {
    await run(navigationTo(recording).redirectTo('signIn'));
    expect(visited).toEqual([`/handler/sign-in?after_auth_return_to=${encodeURIComponent('/a?b=1#c')}`]);
  });

  it('keep an address that was given before', async () => {
    goTo('https://app.test/handler/sign-in?after_auth_return_to=%2Fdeep');
    await run(navigationTo(recording).redirectTo('signUp'));
    expect(visited).toEqual(['/handler/sign-up?after_auth_return_to=%2Fdeep']);
  });

  it('return there after sign-in, and only to trusted places', async () => {
    goTo('https://app.test/handler/sign-in?after_auth_return_to=%2Fdeep');
    await run(navigationTo(recording).redirectTo('afterSignIn'));
    expect(visited).toEqual(['/deep']);
    for (const evil of ['//evil.test', 'https://evil.test', 'javascript:alert(1)', '/\\evil.test']) {
      goTo(`https://app.test/handler/sign-in?after_auth_return_to=${encodeURIComponent(evil)}`);
      await expect(run(navigationTo(recording).redirectTo('afterSignIn'))).rejects.toThrow(evil);
    }
    expect(visited).toHaveLength(1);
  });

  it('ignore return addresses when asked to', async () => {
    goTo('https://app.test/x?after_auth_return_to=%2Fdeep');
    await run(navigationTo(recording).redirectTo('signIn', { noRedirectBack: true }));
    expect(visited).toEqual(['/handler/sign-in']);
  });

  it('reach absolute URLs the project trusts', async () => {
    const elsewhere = { signIn: 'https://auth.lumen.test/sign-in' };
    await expect(run(navigationTo(recording, elsewhere).redirectTo('signIn'))).rejects.toThrow(
      'auth.lumen.test',
    );
    await run(navigationTo(recording, elsewhere, ['https://auth.lumen.test']).redirectTo('signIn'));
    expect(visited).toEqual(['https://auth.lumen.test/sign-in']);
  });

  it('wait two seconds for the page to unload', async () => {
    let isDone = false;
    void navigationTo(recording)
      .redirectTo('home')
      .then(() => (isDone = true));
    await vi.advanceTimersByTimeAsync(1_900);
    expect(isDone).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(isDone).toBe(true);
  });

  it('do nothing at once with the method "none"', async () => {
    vi.useRealTimers();
    const started = Date.now();
    await navigationTo('none').redirectTo('signIn');
    expect(Date.now() - started).toBeLessThan(100);
  });
});

describe('callback URLs', () => {
  it('are absolute, keep the return address and lose the hash', () => {
    goTo('https://app.test/handler/sign-up?after_auth_return_to=%2Fdeep#x');
    expect(navigationTo('none').callbackUrl('emailVerification', 'callbackUrl')).toBe(
      'https://app.test/handler/email-verification?after_auth_return_to=%2Fdeep',
    );
  });
});

it('handler pages move with the handler, landings with home', () => {
  const urls = handlerUrls({ handler: '/auth', home: '/start', signIn: undefined, afterSignIn: '/in' });
  expect(urls).toMatchObject({
    signIn: '/auth/sign-in',
    mfa: '/auth/mfa',
    afterSignIn: '/in',
    afterSignUp: '/in',
    afterSignOut: '/start',
  });
});
