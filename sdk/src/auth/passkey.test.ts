// @vitest-environment happy-dom
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { setTransport } from '../apps/build-app.ts';
import { KnownErrors, PorticoClientApp, PorticoServerApp } from '../js.ts';
import { startFakeApi } from '../testing/fake-api.ts';
import type { FakeApi } from '../testing/fake-api.ts';
import { accessTokenFor, impatientTransport, serverUserRead, userRead } from '../testing/fixtures.ts';

const placeholder = 'THIS_VALUE_WILL_BE_REPLACED.example.com';
let api: FakeApi;
let asked: CredentialCreationOptions | CredentialRequestOptions | undefined;
let outcome: () => Promise<unknown>;

beforeAll(async () => {
  api = await startFakeApi();
  setTransport(impatientTransport());
});
afterAll(async () => {
  setTransport(undefined);
  await api.stop();
});

const bytes = new Uint8Array([1, 2, 3]).buffer;
const created = {
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  response: { attestationObject: bytes, clientDataJSON: bytes, getTransports: () => ['internal'] },
  getClientExtensionResults: () => ({}),
};
const asserted = {
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  response: { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes, userHandle: bytes },
  getClientExtensionResults: () => ({}),
};

beforeEach(() => {
  api.requests.length = 0;
  asked = undefined;
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
    'http://app.localhost/x',
  );
  const ceremony = (options: CredentialCreationOptions): Promise<unknown> => {
    asked = options;
    return outcome();
  };
  vi.stubGlobal('PublicKeyCredential', class {});
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { create: ceremony, get: ceremony },
  });
  api.on('GET /users/me', () => ({ json: userRead() }));
  api.on('POST /auth/passkey/initiate-passkey-registration', () => ({
    json: {
      code: 'rc',
      options_json: {
        challenge: 'AQID',
        rp: { id: placeholder, name: 'Lumen' },
        user: { id: 'AQID', name: 'mira', displayName: 'mira' },
        pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
        timeout: 60_000,
        attestation: 'none',
        excludeCredentials: [],
        authenticatorSelection: { residentKey: 'required' },
        extensions: { credProps: true },
      },
    },
  }));
  api.on('POST /auth/passkey/initiate-passkey-authentication', () => ({
    json: {
      code: 'ac',
      options_json: { challenge: 'AQID', rpId: placeholder, timeout: 60_000, allowCredentials: [] },
    },
  }));
  api.on('POST /auth/passkey/register', () => ({ json: { user_handle: 'AQID' } }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const openApp = () =>
  new PorticoClientApp({
    projectId: 'internal',
    publishableClientKey: 'pck',
    baseUrl: api.url,
    tokenStore: { accessToken: accessTokenFor(600), refreshToken: 'r' },
    redirectMethod: 'none',
  });
const rejects = (name: string) => () => Promise.reject(new DOMException('No.', name));

describe('registering a passkey', () => {
  it('puts the page’s host in place of the placeholder and sends the credential with its code', async () => {
    outcome = () => Promise.resolve(created);
    const user = await openApp().getUser({ or: 'throw' });
    expect(await user.registerPasskey()).toEqual({ status: 'ok', data: undefined });
    expect((asked as CredentialCreationOptions).publicKey?.rp.id).toBe('app.localhost');
    expect(api.seen('POST /auth/passkey/register')[0]?.body).toMatchObject({
      code: 'rc',
      credential: { id: 'AQID', rawId: 'AQID', type: 'public-key', response: { attestationObject: 'AQID' } },
    });
  });

  it('prefers a host that is given', async () => {
    outcome = () => Promise.resolve(created);
    const user = await openApp().getUser({ or: 'throw' });
    await user.registerPasskey({ hostname: 'localhost' });
    expect((asked as CredentialCreationOptions).publicKey?.rp.id).toBe('localhost');
  });

  it.each([
    ['NotAllowedError', 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY'],
    ['InvalidStateError', 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'],
    ['NotSupportedError', 'ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG'],
    ['UnknownError', 'ERROR_AUTHENTICATOR_GENERAL_ERROR'],
  ])('refused by the browser with %s is %s, with the exception as its cause', async (name, code) => {
    outcome = rejects(name);
    const user = await openApp().getUser({ or: 'throw' });
    const result = await user.registerPasskey();
    if (result.status === 'ok') throw new Error('It should have failed.');
    expect(KnownErrors.PasskeyWebAuthnError.isInstance(result.error)).toBe(true);
    expect(result.error.details).toMatchObject({ code });
    expect(result.error.cause).toMatchObject({ name });
  });

  it('refused by the server is an expected failure', async () => {
    outcome = () => Promise.resolve(created);
    api.on('POST /auth/passkey/register', () => ({ error: { code: 'PASSKEY_REGISTRATION_FAILED' } }));
    const user = await openApp().getUser({ or: 'throw' });
    const result = await user.registerPasskey();
    expect(result.status === 'error' && KnownErrors.PasskeyRegistrationFailed.isInstance(result.error)).toBe(
      true,
    );
  });

  it('does not believe a server that names a relying party of its own', async () => {
    api.on('POST /auth/passkey/initiate-passkey-registration', () => ({
      json: { code: 'c', options_json: { rp: { id: 'evil.test', name: 'x' } } },
    }));
    const user = await openApp().getUser({ or: 'throw' });
    await expect(user.registerPasskey()).rejects.toThrow('relying party');
  });

  it('for another user borrows a session that ends with it', async () => {
    outcome = () => Promise.resolve(created);
    api.on('GET /users/u', () => ({ json: serverUserRead({ id: 'u' }) }));
    api.on('POST /auth/sessions', () => ({
      json: { access_token: accessTokenFor(600), refresh_token: 'borrowed' },
    }));
    api.on('DELETE /auth/sessions/current', () => ({ json: { success: true } }));
    const app = new PorticoServerApp({
      projectId: 'internal',
      publishableClientKey: 'pck',
      secretServerKey: 'ssk',
      baseUrl: api.url,
      tokenStore: null,
    });
    const user = await app.getUser('u');
    expect((await user!.registerPasskey({ hostname: 'localhost' })).status).toBe('ok');
    expect(api.seen('POST /auth/sessions')[0]?.body).toMatchObject({
      user_id: 'u',
      expires_in_millis: 120_000,
    });
    expect(api.seen('DELETE /auth/sessions/current')).toHaveLength(1);
  });
});

describe('signing in with a passkey', () => {
  it('sends the assertion with its code', async () => {
    outcome = () => Promise.resolve(asserted);
    api.on('POST /auth/passkey/sign-in', () => ({
      json: { access_token: accessTokenFor(600), refresh_token: 'r2', is_new_user: false, user_id: 'u' },
    }));
    expect(await openApp().signInWithPasskey()).toEqual({ status: 'ok', data: undefined });
    expect((asked as CredentialRequestOptions).publicKey?.rpId).toBe('app.localhost');
    expect(api.seen('POST /auth/passkey/sign-in')[0]?.body).toMatchObject({
      code: 'ac',
      credential: { id: 'AQID', response: { signature: 'AQID' } },
    });
  });

  it('that was cancelled is a WebAuthn error', async () => {
    outcome = rejects('NotAllowedError');
    const result = await openApp().signInWithPasskey();
    expect(result.status === 'error' && KnownErrors.PasskeyWebAuthnError.isInstance(result.error)).toBe(true);
  });

  it('tells its own refusals from everything else', async () => {
    outcome = () => Promise.resolve(asserted);
    api.on('POST /auth/passkey/sign-in', () => ({ error: { code: 'PASSKEY_AUTHENTICATION_FAILED' } }));
    expect((await openApp().signInWithPasskey()).status).toBe('error');
    api.on('POST /auth/passkey/sign-in', () => ({ error: { code: 'PASSKEY_AUTHENTICATION_NOT_ENABLED' } }));
    await expect(openApp().signInWithPasskey()).rejects.toMatchObject({
      code: 'PASSKEY_AUTHENTICATION_NOT_ENABLED',
    });
  });
});
