import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setTransport } from '../apps/build-app.ts';
import { KnownErrors, PorticoClientApp } from '../js.ts';
import { startFakeApi } from '../testing/fake-api.ts';
import type { FakeApi } from '../testing/fake-api.ts';
import { accessTokenFor, impatientTransport } from '../testing/fixtures.ts';

let api: FakeApi;
const transport = impatientTransport();

beforeAll(async () => {
  api = await startFakeApi();
  setTransport(transport);
});
afterAll(async () => {
  setTransport(undefined);
  await api.stop();
});
beforeEach(() => {
  api.requests.length = 0;
  transport.slept.length = 0;
});

const openApp = () =>
  new PorticoClientApp({
    projectId: 'internal',
    publishableClientKey: 'pck',
    baseUrl: api.url,
    tokenStore: 'memory',
  });
const answer = (changes = {}) => ({
  json: {
    access_token: accessTokenFor(600),
    refresh_token: 'r',
    is_new_user: false,
    user_id: 'user-1',
    ...changes,
  },
});
const refuse = (code: string, details?: unknown) => () => ({ error: { code, details } });

describe('a mailed code', () => {
  it('is asked for without a session and gives a nonce', async () => {
    api.on('POST /auth/otp/send-sign-in-code', () => ({ json: { nonce: 'n'.repeat(39) } }));
    const result = await openApp().sendMagicLinkEmail('a@b.co', { callbackUrl: 'https://app.test/x' });
    expect(result).toEqual({ status: 'ok', data: { nonce: 'n'.repeat(39) } });
    expect(api.requests[0]?.body).toEqual({ email: 'a@b.co', callback_url: 'https://app.test/x' });
    expect(api.requests[0]?.headers['x-stack-access-token']).toBeUndefined();
  });

  it('needs to know where its link leads', () => {
    expect(() => openApp().sendMagicLinkEmail('a@b.co')).toThrow(/callbackUrl/);
  });

  it('for an untrusted page is an expected failure, without sign-up an unexpected one', async () => {
    api.on('POST /auth/otp/send-sign-in-code', refuse('REDIRECT_URL_NOT_WHITELISTED'));
    const result = await openApp().sendMagicLinkEmail('a@b.co', { callbackUrl: 'https://evil.test' });
    expect(result.status === 'error' && KnownErrors.RedirectUrlNotWhitelisted.isInstance(result.error)).toBe(
      true,
    );
    api.on('POST /auth/otp/send-sign-in-code', refuse('SIGN_UP_NOT_ENABLED'));
    await expect(openApp().sendMagicLinkEmail('a@b.co', { callbackUrl: 'https://a.test' })).rejects.toThrow(
      KnownErrors.SignUpNotEnabled as never,
    );
  });

  it('signs in', async () => {
    api.on('POST /auth/otp/sign-in', () => answer());
    const app = openApp();
    expect(await app.signInWithMagicLink('ABCDEFn')).toEqual({ status: 'ok', data: undefined });
    expect((await app.getAuthJson()).refreshToken).toBe('r');
  });

  it.each(['NOT_FOUND', 'EXPIRED', 'ALREADY_USED', 'MAX_ATTEMPTS_REACHED'])(
    'that is %s is an expected failure',
    async (kind) => {
      api.on('POST /auth/otp/sign-in', refuse(`VERIFICATION_CODE_${kind}`));
      const result = await openApp().signInWithMagicLink('x');
      expect(result.status === 'error' && KnownErrors.VerificationCodeError.isInstance(result.error)).toBe(
        true,
      );
    },
  );
});

describe('the second factor', () => {
  it('outside a browser is handed to the caller with its attempt code', async () => {
    api.on('POST /auth/otp/sign-in', refuse('MULTI_FACTOR_AUTHENTICATION_REQUIRED', { attempt_code: 'at' }));
    await expect(openApp().signInWithMagicLink('x')).rejects.toMatchObject({
      details: { attempt_code: 'at' },
    });
  });

  it('signs in with a code of the app, or with a recovery code', async () => {
    api.on('POST /auth/mfa/sign-in', () => answer());
    const app = openApp();
    expect((await app.signInWithMfa('123456', 'at')).status).toBe('ok');
    expect((await app.signInWithRecoveryCode('abcd', 'at')).status).toBe('ok');
    expect(api.requests.map(({ body }) => body)).toEqual([
      { type: 'totp', totp: '123456', code: 'at' },
      { type: 'recovery-code', recovery_code: 'abcd', code: 'at' },
    ]);
  });

  it('that is wrong is an expected failure', async () => {
    api.on('POST /auth/mfa/sign-in', refuse('INVALID_TOTP_CODE'));
    const result = await openApp().signInWithMfa('1', 'at');
    expect(result.status === 'error' && KnownErrors.InvalidTotpCode.isInstance(result.error)).toBe(true);
  });
});

describe('a forgotten password', () => {
  it('is asked for, checked and replaced without a session', async () => {
    for (const path of ['send-reset-code', 'reset/check-code', 'reset'])
      api.on(`POST /auth/password/${path}`, () => ({ json: { success: true } }));
    const app = openApp();
    expect((await app.sendForgotPasswordEmail('a@b.co', { callbackUrl: 'https://a.test' })).status).toBe(
      'ok',
    );
    expect((await app.verifyPasswordResetCode('c')).status).toBe('ok');
    expect((await app.resetPassword({ code: 'c', password: 'correct horse' })).status).toBe('ok');
    expect(api.requests.map(({ body }) => body)).toEqual([
      { email: 'a@b.co', callback_url: 'https://a.test' },
      { code: 'c' },
      { code: 'c', password: 'correct horse' },
    ]);
  });

  it('with a used link is an expected failure', async () => {
    api.on('POST /auth/password/reset', refuse('VERIFICATION_CODE_ALREADY_USED'));
    const result = await openApp().resetPassword({ code: 'c', password: 'correct horse' });
    expect(
      result.status === 'error' && KnownErrors.VerificationCodeAlreadyUsed.isInstance(result.error),
    ).toBe(true);
  });
});

describe('a command line', () => {
  const begin = (expiresAt = Date.now() + 60_000) =>
    api.on('POST /auth/cli', () => ({
      json: { polling_code: 'p', login_code: 'l&1', expires_at: new Date(expiresAt).toISOString() },
    }));
  const poll = (...answers: object[]) =>
    api.on('POST /auth/cli/poll', () => answers.shift() ?? { json: { status: 'waiting' } });
  const login = async (options = {}) => {
    const links: string[] = [];
    const promptLink = (url: string): void => void links.push(url);
    const result = await openApp().promptCliLogin({ appUrl: 'https://app.test/', promptLink, ...options });
    return { links, result };
  };

  it('shows the link, waits, and gets the refresh token', async () => {
    begin();
    poll(
      { json: { status: 'waiting' } },
      { json: { status: 'waiting' } },
      { status: 201, json: { status: 'success', refresh_token: 'cli' } },
    );
    const { links, result } = await login({ expiresInMillis: 5_000 });
    expect(links).toEqual(['https://app.test/handler/cli-auth-confirm?login_code=l%261']);
    expect(result).toEqual({ status: 'ok', data: 'cli' });
    expect(transport.slept).toEqual([2_000, 2_000]);
    expect(api.requests[0]?.body).toEqual({ expires_in_millis: 5_000 });
  });

  it.each([
    [{ json: { status: 'expired' } }, 'CLI_AUTH_EXPIRED_ERROR'],
    [{ json: { status: 'used' } }, 'CLI_AUTH_USED_ERROR'],
    [{ json: { status: 'odd' } }, 'CLI_AUTH_ERROR'],
    [{ error: { code: 'INVALID_POLLING_CODE' } }, 'CLI_AUTH_ERROR'],
    [{ status: 500, text: 'broken' }, 'CLI_AUTH_ERROR'],
  ])('answered %j ends with %s', async (given, code) => {
    begin();
    poll(given);
    const { result } = await login();
    expect(result.status === 'error' && result.error.code).toBe(code);
  });

  it('gives up after the wanted number of questions', async () => {
    begin();
    poll();
    const { result } = await login({ maxAttempts: 2, waitTimeMillis: 1 });
    expect(result.status === 'error' && result.error.message).toBe(
      'Timed out waiting for CLI authentication.',
    );
    expect(api.seen('POST /auth/cli/poll')).toHaveLength(2);
  });

  it('asks until the request has expired, even if nothing can be reached', async () => {
    begin(Date.now() - 1);
    poll();
    const { result } = await login();
    expect(result.status === 'error' && result.error.code).toBe('CLI_AUTH_EXPIRED_ERROR');
  });

  it('outlives one lost connection', async () => {
    begin();
    poll({ status: 201, json: { status: 'success', refresh_token: 'cli' } });
    let lost = false;
    setTransport({
      ...transport,
      fetch: (url, init) => {
        if (!url.endsWith('/poll') || lost) return transport.fetch(url, init);
        lost = true;
        return Promise.reject(new TypeError('fetch failed'));
      },
    });
    try {
      expect((await login()).result).toEqual({ status: 'ok', data: 'cli' });
    } finally {
      setTransport(transport);
    }
  });
});
