import { createAuthenticator } from '@portico/platform/testing/authenticator';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectSchemaError, ok, type Answer } from '../client.ts';
import { newProject, overrideConfig, type Caller, type Project } from '../project.ts';
import { enrol } from '../totp.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject({ passkey_enabled: true });
});

const ORIGIN = 'http://localhost:8103';
const RP_ID = 'THIS_VALUE_WILL_BE_REPLACED.example.com';
const BEGIN = '/auth/passkey/initiate-passkey-registration';
const BEGIN_SIGN_IN = '/auth/passkey/initiate-passkey-authentication';

interface Begun {
  options_json: { challenge: string };
  code: string;
}

const registerWith = async (client: Caller, authenticator = createAuthenticator(), origin = ORIGIN) => {
  const { options_json, code } = ok(await client.post(BEGIN)) as Begun;
  const credential = authenticator.register({ challenge: options_json.challenge, origin });
  return client.post('/auth/passkey/register', { credential, code });
};
const signInWith = async (
  authenticator: ReturnType<typeof createAuthenticator>,
  { one = project, field = 'authentication_response', origin = ORIGIN } = {},
) => {
  const { options_json, code } = ok(await one.client.post(BEGIN_SIGN_IN)) as Begun;
  const answer = authenticator.authenticate({ challenge: options_json.challenge, origin });
  return one.client.post('/auth/passkey/sign-in', { [field]: answer, code });
};

describe('the options', () => {
  it('of a registration have exactly the members that kits know', async () => {
    const user = await project.signUp();
    const { options_json, code } = ok(await project.as('client', user).post(BEGIN));
    expect(options_json).toEqual({
      challenge: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) as unknown,
      rp: { id: RP_ID, name: 'Test project' },
      user: { id: Buffer.from(user.id).toString('base64url'), name: user.email, displayName: user.email },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
      timeout: 60_000,
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
      extensions: { credProps: true },
    }); // prettier-ignore
    expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/);
  });

  it('of a sign-in too', async () => {
    const { options_json } = ok(await project.client.post(BEGIN_SIGN_IN, {}));
    expect(options_json).toEqual({
      challenge: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) as unknown,
      rpId: RP_ID,
      timeout: 60_000,
      userVerification: 'preferred',
      allowCredentials: [],
    });
  });

  it('need the switch, those of a registration a user', async () => {
    const off = await newProject();
    expectSchemaError(await project.client.post(BEGIN), 'auth.user');
    expectKnown(await off.client.post(BEGIN_SIGN_IN), 400, 'PASSKEY_AUTHENTICATION_NOT_ENABLED');
    const user = await off.signUp();
    expectKnown(await off.as('client', user).post(BEGIN), 400, 'PASSKEY_AUTHENTICATION_NOT_ENABLED');
  });
});

describe('a passkey', () => {
  it('is registered and signs in, under either name of the field', async () => {
    const user = await project.signUp();
    const passkey = createAuthenticator();
    expect(ok(await registerWith(project.as('client', user), passkey))).toEqual({ user_handle: passkey.id });
    for (const field of ['authentication_response', 'credential']) {
      const answer = ok(await signInWith(passkey, { field }));
      expect(Object.keys(answer as object).sort()).toEqual(['access_token', 'is_new_user', 'refresh_token', 'user_id']); // prettier-ignore
      expect(answer).toMatchObject({ is_new_user: false, user_id: user.id });
    }
    const mine = ok(await project.as('client', user).get('/users/me'));
    expect(mine.passkey_auth_enabled).toBe(true);
  });

  it('goes when its user removes it, and asks for the second factor', async () => {
    const user = await project.signUp();
    const client = project.as('client', user);
    const passkey = createAuthenticator();
    ok(await registerWith(client, passkey));
    await enrol(project, user.id);
    expectKnown(await signInWith(passkey), 400, 'MULTI_FACTOR_AUTHENTICATION_REQUIRED', {
      attempt_code: expect.any(String) as unknown,
    });
    ok(await client.patch('/users/me', { passkey_auth_enabled: false }));
    expectKnown(await signInWith(passkey), 400, 'PASSKEY_AUTHENTICATION_FAILED');
    expect((await client.patch('/users/me', { passkey_auth_enabled: true })).status).toBe(400);
  });

  it('of an untrusted origin is refused', async () => {
    const user = await project.signUp();
    const evil = 'https://evil.example';
    const refused = await registerWith(project.as('client', user), createAuthenticator(), evil);
    expectKnown(refused, 400, 'PASSKEY_REGISTRATION_FAILED');
    const passkey = createAuthenticator();
    ok(await registerWith(project.as('client', user), passkey));
    expectKnown(await signInWith(passkey, { origin: evil }), 400, 'PASSKEY_AUTHENTICATION_FAILED');
    expectKnown(await signInWith(createAuthenticator()), 400, 'PASSKEY_AUTHENTICATION_FAILED');
  });

  it.each([
    ['http://*:8103', 200],
    ['http://**host:8103', 200],
    ['https://app.production.com', 400],
    ['https://*.example.com', 400],
  ])('under the trusted domain %s is answered with %i', async (baseUrl, status) => {
    const own = await newProject({ passkey_enabled: true });
    const user = await own.signUp();
    const passkey = createAuthenticator();
    ok(await registerWith(own.as('client', user), passkey));
    const trustedDomain = { baseUrl, handlerPath: '/handler' };
    await overrideConfig(own, {
      'domains.allowLocalhost': false,
      'domains.trustedDomains.main': trustedDomain,
    });
    const answers = [await signInWith(passkey, { one: own }), await registerWith(own.as('client', user))];
    if (status === 200) return answers.forEach((answer) => void ok(answer));
    const [refused, unregistered] = answers as [Answer, Answer];
    expectKnown(refused, 400, 'PASSKEY_AUTHENTICATION_FAILED');
    expectKnown(unregistered, 400, 'PASSKEY_REGISTRATION_FAILED');
  });
});

describe('a request', () => {
  it('without a user, a known code or exactly one answer says so', async () => {
    const user = await project.signUp();
    const client = project.as('client', user);
    const { options_json, code } = ok(await client.post(BEGIN)) as Begun;
    const credential = createAuthenticator().register({ challenge: options_json.challenge, origin: ORIGIN });
    const register = (caller: Caller, json: object) => caller.post('/auth/passkey/register', json);
    const anybody = await register(project.client, { credential, code });
    expectKnown(anybody, 401, 'USER_AUTHENTICATION_REQUIRED');
    const unknown = await register(client, { credential, code: 'a'.repeat(45) });
    expectKnown(unknown, 404, 'VERIFICATION_CODE_NOT_FOUND');
    expectSchemaError(await register(client, { code: 'short' }), 'body.credential', 'body.code');
    ok(await register(client, { credential, code }));
    expectKnown(await register(client, { credential, code }), 409, 'VERIFICATION_CODE_ALREADY_USED');
    const start = ok(await project.client.post(BEGIN_SIGN_IN)) as Begun;
    expectSchemaError(await project.client.post('/auth/passkey/sign-in', { code: start.code }), 'body');
  });
});
