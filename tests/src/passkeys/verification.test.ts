/** What a ceremony is judged by. */
import { createAuthenticator } from '@portico/platform/testing/authenticator';
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, ok, type Json } from '../client.ts';
import { newProject, newUuid, type Project } from '../project.ts';
import { beginRegistration, beginSignIn, ORIGIN, register, signInWith } from './ceremonies.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject({ passkey_enabled: true });
});

const NOT_REGISTERED = 'PASSKEY_REGISTRATION_FAILED';
const NOT_SIGNED_IN = 'PASSKEY_AUTHENTICATION_FAILED';
const newMember = async () => project.as('client', await project.signUp());
/** A user with a passkey. */
const newHolder = async (options?: Parameters<typeof createAuthenticator>[0]) => {
  const passkey = createAuthenticator(options);
  const user = await project.signUp();
  const client = project.as('client', user);
  ok(await register(client, { passkey }));
  return { user, client, passkey };
};
const standard = (text: string) => Buffer.from(text, 'base64url').toString('base64');
const other = newUuid().replaceAll('-', '');

const WRONG: [string, Parameters<typeof register>[1]][] = [
  ['of the other ceremony', { type: 'webauthn.other' }],
  ['for another challenge', { challenge: other }],
  ['of a page that is not trusted', { origin: 'https://evil.example' }],
  ['for another host than the page’s', { rp_id: 'evil.example' }],
  ['that nobody touched', { present: false }],
  ['of a page that has no address', { origin: 'nowhere', rp_id: 'localhost' }],
];

describe('a registration', () => {
  it.each(WRONG)('%s is PASSKEY_REGISTRATION_FAILED, and its code is spent', async (_, ceremony) => {
    const client = await newMember();
    const { options_json, code } = await beginRegistration(client);
    const credential = createAuthenticator().register({
      challenge: options_json.challenge,
      origin: ORIGIN,
      ...ceremony,
    });
    expectKnown(await client.post('/auth/passkey/register', { credential, code }), 400, NOT_REGISTERED);
    const again = await client.post('/auth/passkey/register', { credential, code });
    expectKnown(again, 409, 'VERIFICATION_CODE_ALREADY_USED');
    expect(ok(await client.get('/users/me')).passkey_auth_enabled).toBe(false);
  });

  it('that is no credential at all is PASSKEY_REGISTRATION_FAILED', async () => {
    const client = await newMember();
    const broken: ((sent: Json) => Json)[] = [
      (sent) => ({ ...sent, id: other }),
      (sent) => ({ ...sent, type: 'password' }),
      (sent) => ({ ...sent, response: { ...sent.response, clientDataJSON: 'e30' } }),
      (sent) => ({ ...sent, response: { ...sent.response, clientDataJSON: '' } }),
      (sent) => ({ ...sent, response: { ...sent.response, attestationObject: 'AAAA' } }),
      (sent) => ({ ...sent, response: { ...sent.response, attestationObject: '' } }),
    ];
    for (const alter of broken) expectKnown(await register(client, { alter }), 400, NOT_REGISTERED);
  });

  it.each([-7, -8, -257] as const)(
    'takes keys of algorithm %i, also with a packed attestation',
    async (alg) => {
      for (const fmt of ['none', 'packed'] as const) {
        const client = await newMember();
        const passkey = createAuthenticator({ alg });
        ok(await register(client, { passkey, fmt }));
        ok(await signInWith(project.client, passkey));
      }
    },
  );

  it('is known by the id inside the attestation, whatever stands around it', async () => {
    const client = await newMember();
    const passkey = createAuthenticator();
    const alter = (sent: Json): Json => ({ ...sent, id: other, rawId: other });
    const answer = await register(client, { passkey, alter });
    expect(ok(answer)).toEqual({ user_handle: passkey.id });
    ok(await signInWith(project.client, passkey));
  });

  it('may be written in the standard alphabet with padding, as a sign-in may', async () => {
    const client = await newMember();
    const passkey = createAuthenticator();
    const rewrite = (sent: Json): Json => ({
      ...sent,
      id: standard(sent.id as string),
      rawId: standard(sent.rawId as string),
      response: Object.fromEntries(
        Object.entries(sent.response as Record<string, unknown>).map(([name, value]) => [
          name,
          typeof value === 'string' ? standard(value) : value,
        ]),
      ),
    });
    ok(await register(client, { passkey, alter: rewrite }));
    ok(await signInWith(project.client, passkey, { alter: rewrite }));
  });

  it('replaces the passkey of before', async () => {
    const { client, passkey } = await newHolder();
    const next = createAuthenticator();
    ok(await register(client, { passkey: next }));
    expectKnown(await signInWith(project.client, passkey), 400, NOT_SIGNED_IN);
    ok(await signInWith(project.client, next));
  });

  it('cannot take over somebody else’s credential, nor their challenge', async () => {
    const { user, passkey } = await newHolder();
    const thief = await newMember();
    const copy = createAuthenticator({ credential_id: passkey.id });
    expectKnown(await register(thief, { passkey: copy }), 400, NOT_REGISTERED);
    const { options_json, code } = await beginRegistration(project.as('client', user));
    const credential = createAuthenticator().register({ challenge: options_json.challenge, origin: ORIGIN });
    const stolen = await thief.post('/auth/passkey/register', { credential, code });
    expectKnown(stolen, 400, NOT_REGISTERED);
    expect(ok(await signInWith(project.client, passkey)).user_id).toBe(user.id);
  });
});

describe('a sign-in', () => {
  it.each(WRONG)('%s is PASSKEY_AUTHENTICATION_FAILED, and its code is spent', async (_, ceremony) => {
    const { passkey } = await newHolder();
    const { options_json, code } = await beginSignIn(project.client);
    const { challenge } = options_json;
    const authentication_response = passkey.authenticate({ challenge, origin: ORIGIN, ...ceremony });
    const sent = { authentication_response, code };
    expectKnown(await project.client.post('/auth/passkey/sign-in', sent), 400, NOT_SIGNED_IN);
    const again = await project.client.post('/auth/passkey/sign-in', sent);
    expectKnown(again, 409, 'VERIFICATION_CODE_ALREADY_USED');
  });

  it('with another key, or another signature, is PASSKEY_AUTHENTICATION_FAILED', async () => {
    const { passkey } = await newHolder();
    const forger = createAuthenticator({ credential_id: passkey.id });
    expectKnown(await signInWith(project.client, forger), 400, NOT_SIGNED_IN);
    for (const signature of ['', 'AAAA']) {
      const alter = (sent: Json): Json => ({ ...sent, response: { ...sent.response, signature } });
      expectKnown(await signInWith(project.client, passkey, { alter }), 400, NOT_SIGNED_IN);
    }
    for (const id of ['', other]) {
      const alter = (sent: Json): Json => ({ ...sent, id, rawId: id });
      expectKnown(await signInWith(project.client, passkey, { alter }), 400, NOT_SIGNED_IN);
    }
  });

  it('is refused when the counter stands still or goes back, unless it never counts', async () => {
    const { client, passkey } = await newHolder();
    ok(await signInWith(project.client, passkey, { counter: 7 }));
    for (const counter of [7, 6, 0])
      expectKnown(await signInWith(project.client, passkey, { counter }), 400, NOT_SIGNED_IN);
    ok(await signInWith(project.client, passkey, { counter: 8 }));
    const still = createAuthenticator();
    ok(await register(client, { passkey: still, counter: 0 }));
    for (let time = 0; time < 2; time++) ok(await signInWith(project.client, still, { counter: 0 }));
    ok(await signInWith(project.client, still, { counter: 1 }));
    expectKnown(await signInWith(project.client, still, { counter: 0 }), 400, NOT_SIGNED_IN);
  });

  it('does not ask what the browser says about the user', async () => {
    const { user, passkey } = await newHolder();
    const userHandle = Buffer.from(newUuid()).toString('base64url');
    const alter = (sent: Json): Json => ({ ...sent, response: { ...sent.response, userHandle } });
    expect(ok(await signInWith(project.client, passkey, { alter })).user_id).toBe(user.id);
  });

  it('signs an anonymous user in, who stays anonymous', async () => {
    const ghost = ok(await project.client.post('/auth/anonymous/sign-up')) as Json;
    const allow = { 'x-stack-allow-anonymous-user': 'true' };
    const { headers } = project.as('client', ghost as { access_token: string });
    const { post } = project.client;
    const caller = { ...project.client, post: (path: string, json?: unknown) => post(path, json, { headers: { ...headers, ...allow } }) }; // prettier-ignore
    const passkey = createAuthenticator();
    ok(await register(caller, { passkey }));
    const answer = ok(await signInWith(project.client, passkey)) as Json;
    expect(answer).toMatchObject({ user_id: ghost.user_id as string, is_new_user: false });
    expect(decodeJwt(answer.access_token as string)).toMatchObject({ is_anonymous: true });
  });

  it('is over for a user who is gone', async () => {
    const { user, passkey } = await newHolder();
    const { options_json, code } = await beginSignIn(project.client);
    ok(await project.server.delete(`/users/${user.id}`));
    const credential = passkey.authenticate({ challenge: options_json.challenge, origin: ORIGIN });
    const answer = await project.client.post('/auth/passkey/sign-in', { credential, code });
    expectKnown(answer, 400, NOT_SIGNED_IN);
  });
});
