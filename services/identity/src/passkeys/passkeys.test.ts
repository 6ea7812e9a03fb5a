import {
  createAuthenticator,
  type Algorithm,
  type Authenticator,
} from '@portico/platform/testing/authenticator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startIdentity, type Harness, type TestProject } from '../testing/harness.ts';

let identity: Harness;
let project: TestProject;

beforeAll(async () => {
  identity = await startIdentity('passkeys');
  project = await identity.newProject({ passkey_enabled: true });
});
afterAll(() => identity?.stop());

const ORIGIN = 'http://localhost:8103';
const RP_ID = 'THIS_VALUE_WILL_BE_REPLACED.example.com';
const known = (code: string) => expect.objectContaining({ code });
const refusedRegistration = known('PASSKEY_REGISTRATION_FAILED');
const refusedSignIn = known('PASSKEY_AUTHENTICATION_FAILED');

const begin = async (user_id: string, one = project) => {
  const { options_json, code } = await identity.passkeys.beginPasskeyRegistration({}, one.client(user_id));
  return { options: options_json, challenge: options_json.challenge as string, code };
};
const beginSignIn = async (one = project) => {
  const { options_json, code } = await identity.passkeys.beginPasskeySignIn({}, one.client());
  return { options: options_json, challenge: options_json.challenge as string, code };
};
const finish = (credential: unknown, code: string, call = project.client()) =>
  identity.passkeys.registerPasskey({ credential, code }, call);
const finishSignIn = (credential: unknown, code: string, one = project) =>
  identity.passkeys.signInWithPasskey({ credential, code }, one.client());
const register = async (
  user_id: string,
  authenticator = createAuthenticator(),
  { origin, one }: { origin: string; one: TestProject } = { origin: ORIGIN, one: project },
) => {
  const { challenge, code } = await begin(user_id, one);
  await finish(authenticator.register({ challenge, origin }), code, one.client(user_id));
  return authenticator;
};
const signIn = async (authenticator: Authenticator, more: object = {}, one = project) => {
  const { challenge, code } = await beginSignIn(one);
  return finishSignIn(authenticator.authenticate({ challenge, origin: ORIGIN, ...more }), code, one);
};
const newUser = async (fields: object = {}) => (await project.createUser(fields)).id;

describe('beginning', () => {
  it('to register answers exactly these options', async () => {
    const user_id = await newUser({ display_name: 'Mira', primary_email: 'mira@example.com' });
    const { options, challenge, code } = await begin(user_id);
    expect(options).toEqual({
      challenge,
      rp: { id: RP_ID, name: 'Harbor Notes' },
      user: { id: Buffer.from(user_id).toString('base64url'), name: 'Mira', displayName: 'Mira' },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
      timeout: 60_000,
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
      extensions: { credProps: true },
    }); // prettier-ignore
    expect(challenge).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/);
    const mailed = await begin(await newUser({ primary_email: 'only@example.com' }));
    expect(mailed.options.user.name).toBe('only@example.com');
    expect((await begin(await newUser())).options.user.name).toBe('Account');
  });

  it('to sign in answers exactly these options', async () => {
    const { options, challenge } = await beginSignIn();
    expect(options).toEqual({
      challenge, rpId: RP_ID, timeout: 60_000, userVerification: 'preferred', allowCredentials: [],
    }); // prettier-ignore
  });

  it('needs the flag, and a user to register for', async () => {
    const off = await identity.newProject();
    const { id } = await off.createUser();
    const { passkeys } = identity;
    const disabled = known('PASSKEY_AUTHENTICATION_NOT_ENABLED');
    await expect(passkeys.beginPasskeyRegistration({}, off.client(id))).rejects.toEqual(disabled);
    await expect(passkeys.beginPasskeySignIn({}, off.client())).rejects.toEqual(disabled);
    await expect(passkeys.beginPasskeyRegistration({}, project.client())).rejects.toEqual(
      known('USER_AUTHENTICATION_REQUIRED'),
    );
  });
});

describe('a passkey', () => {
  it.each([-8, -7, -257] as Algorithm[])('with algorithm %i signs its user in', async (alg) => {
    const user_id = await newUser();
    const passkey = createAuthenticator({ alg });
    const { challenge, code } = await begin(user_id);
    const registered = await finish(passkey.register({ challenge, origin: ORIGIN }), code, project.client(user_id));
    expect(registered).toEqual({ user_handle: passkey.id });
    expect((await project.getUser(user_id)).passkey_auth_enabled).toBe(true);
    expect(await signIn(passkey)).toMatchObject({ user_id, is_new_user: false });
    expect(await signIn(passkey)).toMatchObject({ user_id });
  }); // prettier-ignore

  it('may come with a packed attestation and in padded standard base64', async () => {
    const user_id = await newUser();
    const passkey = createAuthenticator();
    const { challenge, code } = await begin(user_id);
    const { response, ...outer } = passkey.register({ challenge, origin: ORIGIN }, 'packed');
    const padded = (text: string) => Buffer.from(text, 'base64url').toString('base64');
    const { clientDataJSON, attestationObject } = response;
    const credential = {
      ...outer,
      id: padded(outer.id),
      rawId: padded(outer.rawId),
      response: { clientDataJSON: padded(clientDataJSON), attestationObject: padded(attestationObject) },
    };
    expect(await finish(credential, code, project.client(user_id))).toEqual({ user_handle: passkey.id });
    const start = await beginSignIn();
    const answer = passkey.authenticate({ challenge: start.challenge, origin: ORIGIN });
    const signed = { ...answer, response: Object.fromEntries(Object.entries(answer.response).map(([k, v]) => [k, padded(v)])) }; // prettier-ignore
    expect(await finishSignIn(signed, start.code)).toMatchObject({ user_id });
  });

  it('replaces the one before', async () => {
    const user_id = await newUser();
    const first = await register(user_id);
    const second = await register(user_id);
    await expect(signIn(first)).rejects.toEqual(refusedSignIn);
    expect(await signIn(second)).toMatchObject({ user_id });
  });

  it('of somebody else cannot be registered', async () => {
    const [mine, other] = [await newUser(), await newUser()];
    const passkey = await register(other);
    await expect(register(mine, createAuthenticator({ credential_id: passkey.id }))).rejects.toEqual(refusedRegistration);
    expect(await signIn(passkey)).toMatchObject({ user_id: other });
  }); // prettier-ignore

  it('goes with PATCH passkey_auth_enabled false, and with its user', async () => {
    const user_id = await newUser();
    const passkey = await register(user_id);
    await project.updateUser(user_id, { passkey_auth_enabled: false }, project.client(user_id));
    await expect(signIn(passkey)).rejects.toEqual(refusedSignIn);
    const again = await register(user_id);
    await identity.users.deleteUser({ user_id }, project.server);
    await expect(signIn(again)).rejects.toEqual(refusedSignIn);
  });

  it("is one project's", async () => {
    const passkey = await register(await newUser());
    const other = await identity.newProject({ passkey_enabled: true });
    await expect(signIn(passkey, {}, other)).rejects.toEqual(refusedSignIn);
  });

  it('leaves an anonymous user anonymous, and asks for the second factor', async () => {
    const { user_id } = await identity.anonymous.signUpAnonymously({}, project.client());
    const passkey = await register(user_id);
    expect(await signIn(passkey)).toMatchObject({ user_id, is_new_user: false });
    expect((await project.getUser(user_id)).is_anonymous).toBe(true);
    await project.updateUser(user_id, { totp_secret_base64: 'QUJDREVGR0hJSg==' });
    await expect(signIn(passkey)).rejects.toEqual(known('MULTI_FACTOR_AUTHENTICATION_REQUIRED'));
  });
});

describe('an answer', () => {
  const refusals: [string, object][] = [
    ['another challenge', { challenge: 'TU9DSw' }],
    ['an untrusted origin', { origin: 'https://evil.example', rp_id: 'evil.example' }],
    ['the key of another host', { rp_id: 'evil.example' }],
    ['nobody present', { present: false }],
    ['no URL as its origin', { origin: 'localhost', rp_id: 'localhost' }],
  ];

  it.each([...refusals, ['the wrong ceremony', { type: 'webauthn.get' }] as const])(
    'with %s registers nothing, and spends the challenge',
    async (_, change) => {
      const user_id = await newUser();
      const { challenge, code } = await begin(user_id);
      const credential = createAuthenticator().register({ challenge, origin: ORIGIN, ...change });
      await expect(finish(credential, code, project.client(user_id))).rejects.toEqual(refusedRegistration);
      expect((await project.getUser(user_id)).passkey_auth_enabled).toBe(false);
      await expect(finish(credential, code, project.client(user_id))).rejects.toEqual(
        known('VERIFICATION_CODE_ALREADY_USED'),
      );
    },
  );

  it.each([...refusals, ['the wrong ceremony', { type: 'webauthn.create' }] as const])(
    'with %s signs nobody in',
    async (_, change) => {
      const passkey = await register(await newUser());
      await expect(signIn(passkey, change)).rejects.toEqual(refusedSignIn);
    },
  );

  it('of garbage is refused like any other', async () => {
    const user_id = await newUser();
    const garbage = [null, 7, 'text', [], {}, { response: 5 }, { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: 'e30', attestationObject: 'AA' } }]; // prettier-ignore
    for (const credential of garbage) {
      const { code } = await begin(user_id);
      await expect(finish(credential, code, project.client(user_id))).rejects.toEqual(refusedRegistration);
      const start = await beginSignIn();
      await expect(finishSignIn(credential, start.code)).rejects.toEqual(refusedSignIn);
    }
  });

  it('signed by another key is refused', async () => {
    const passkey = await register(await newUser());
    await expect(signIn(createAuthenticator({ credential_id: passkey.id }))).rejects.toEqual(refusedSignIn);
  });

  it('with a counter that has not grown is refused, unless it never counts', async () => {
    const passkey = await register(await newUser());
    await signIn(passkey, { counter: 7 });
    for (const counter of [7, 6, 0])
      await expect(signIn(passkey, { counter })).rejects.toEqual(refusedSignIn);
    await signIn(passkey, { counter: 8 });
    const silent = createAuthenticator();
    const user_id = await newUser();
    const { challenge, code } = await begin(user_id);
    await finish(silent.register({ challenge, origin: ORIGIN, counter: 0 }), code, project.client(user_id));
    for (let use = 0; use < 2; use++) await signIn(silent, { counter: 0 });
  });

  it('signs in once: of many at once one gets through', async () => {
    const passkey = await register(await newUser());
    const { challenge, code } = await beginSignIn();
    const answer = passkey.authenticate({ challenge, origin: ORIGIN });
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => finishSignIn(answer, code)));
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  });

  it('comes within 65 seconds', async () => {
    const passkey = await register(await newUser());
    const { challenge, code } = await beginSignIn();
    identity.clock.advance(65_000);
    const late = finishSignIn(passkey.authenticate({ challenge, origin: ORIGIN }), code);
    await expect(late).rejects.toEqual(known('VERIFICATION_CODE_EXPIRED'));
  });

  it('to a challenge of another user, of no user or of another ceremony registers nothing', async () => {
    const [mine, other] = [await newUser(), await newUser()];
    const { challenge, code } = await begin(other);
    const credential = createAuthenticator().register({ challenge, origin: ORIGIN });
    await expect(finish(credential, code)).rejects.toEqual(known('USER_AUTHENTICATION_REQUIRED'));
    await expect(finish(credential, code, project.client(mine))).rejects.toEqual(refusedRegistration);
    const start = await beginSignIn();
    await expect(finish(credential, start.code, project.client(mine))).rejects.toEqual(
      known('VERIFICATION_CODE_NOT_FOUND'),
    );
    await finish(credential, code, project.client(other));
  });

  it('while the way is off keeps the challenge', async () => {
    const own = await identity.newProject({ passkey_enabled: true });
    const user_id = (await own.createUser()).id;
    const { challenge, code } = await begin(user_id, own);
    const credential = createAuthenticator().register({ challenge, origin: ORIGIN });
    const configure = (allowSignIn: boolean) =>
      identity.config.overrideConfig(
        { config_override_string: JSON.stringify({ 'auth.passkey.allowSignIn': allowSignIn }) },
        own.admin,
      );
    await configure(false);
    const disabled = finish(credential, code, own.client(user_id));
    await expect(disabled).rejects.toEqual(known('PASSKEY_AUTHENTICATION_NOT_ENABLED'));
    await configure(true);
    await finish(credential, code, own.client(user_id));
  });
});

describe('a trusted domain with wildcards', () => {
  const trusting = async (baseUrl: string) => {
    const own = await identity.newProject({ passkey_enabled: true });
    const override = {
      'domains.allowLocalhost': false,
      'domains.trustedDomains.main': { baseUrl, handlerPath: '/handler' },
    };
    await identity.config.overrideConfig({ config_override_string: JSON.stringify(override) }, own.admin);
    return { own, user_id: (await own.createUser()).id };
  };

  it.each([
    ['http://*:8103', ORIGIN],
    ['http://**host:8103', ORIGIN],
    ['https://*.example.com', 'https://app.example.com'],
    ['https://**.example.com', 'https://a.b.example.com'],
  ])('%s lets %s register and sign in', async (base, origin) => {
    const { own, user_id } = await trusting(base);
    const passkey = await register(user_id, createAuthenticator(), { origin, one: own });
    expect(await signIn(passkey, { origin }, own)).toMatchObject({ user_id });
  });

  it.each([
    ['https://app.production.com', ORIGIN],
    ['https://*.example.com', ORIGIN],
    ['https://*.example.com', 'https://example.com'],
    ['https://*.example.com', 'https://app.example.com.evil.com'],
    ['https://*.example.com', 'http://app.example.com'],
  ])('%s does not let %s', async (base, origin) => {
    const { own, user_id } = await trusting(base);
    await expect(register(user_id, createAuthenticator(), { origin, one: own })).rejects.toEqual(
      refusedRegistration,
    );
    await expect(signIn(createAuthenticator(), { origin }, own)).rejects.toEqual(refusedSignIn);
  });
});
