/** The code between the two halves of a ceremony, the switch of the project, and who may call. */
import { createAuthenticator } from '@portico/platform/testing/authenticator';
import { beforeAll, describe, expect, it } from 'vitest';
import { api, expectKnown, expectSchemaError, ok } from '../client.ts';
import { newProject, type Caller, type Project, type User } from '../project.ts';
import { beginRegistration, beginSignIn, ORIGIN, register, signInWith } from './ceremonies.ts';

let project: Project;
let other: Project;
let user: User;
let me: Caller;
beforeAll(async () => {
  [project, other] = await Promise.all([
    newProject({ passkey_enabled: true }),
    newProject({ passkey_enabled: true }),
  ]);
  user = await project.signUp();
  me = project.as('client', user);
});

const REGISTER = '/auth/passkey/register';
const SIGN_IN = '/auth/passkey/sign-in';
const OFF = 'PASSKEY_AUTHENTICATION_NOT_ENABLED';
const switchTo = async (passkey_enabled: boolean, one: Project) =>
  ok(await one.admin.patch('/internal/projects/current', { config: { passkey_enabled } }));

describe('the code', () => {
  it('is of one ceremony, one kind and one project', async () => {
    const passkey = createAuthenticator();
    const begun = await beginRegistration(me);
    const { challenge } = begun.options_json;
    const credential = passkey.register({ challenge, origin: ORIGIN });
    const authentication_response = passkey.authenticate({ challenge, origin: ORIGIN });
    const wrongKind = await me.post(SIGN_IN, { authentication_response, code: begun.code });
    expectKnown(wrongKind, 404, 'VERIFICATION_CODE_NOT_FOUND');
    const stranger = other.as('client', await other.signUp());
    const elsewhere = await stranger.post(REGISTER, { credential, code: begun.code });
    expectKnown(elsewhere, 404, 'VERIFICATION_CODE_NOT_FOUND');
    const start = await beginSignIn(project.client);
    expectKnown(
      await me.post(REGISTER, { credential, code: start.code }),
      404,
      'VERIFICATION_CODE_NOT_FOUND',
    );
    const foreign = await other.client.post(SIGN_IN, { authentication_response, code: start.code });
    expectKnown(foreign, 404, 'VERIFICATION_CODE_NOT_FOUND');
    ok(await me.post(REGISTER, { credential, code: begun.code.toUpperCase() }));
  });

  it('may be tried twenty times', async () => {
    const { options_json, code } = await beginRegistration(me);
    const credential = createAuthenticator().register({ challenge: options_json.challenge, origin: ORIGIN });
    for (let time = 0; time < 20; time++)
      expectKnown(
        await project.client.post(REGISTER, { credential, code }),
        401,
        'USER_AUTHENTICATION_REQUIRED',
      );
    const last = await me.post(REGISTER, { credential, code });
    expectKnown(last, 400, 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED');
  });

  it('has 45 characters', async () => {
    const { options_json } = await beginRegistration(me);
    const { challenge } = options_json;
    const credential = createAuthenticator().register({ challenge, origin: ORIGIN });
    for (const code of ['', 'a'.repeat(44), 'a'.repeat(46)])
      expectSchemaError(await me.post(REGISTER, { credential, code }), 'body.code');
    expectSchemaError(await me.post(REGISTER, { credential }), 'body.code');
    expectSchemaError(await me.post(REGISTER, { code: 'a'.repeat(45) }), 'body.credential');
  });

  it('goes with exactly one answer, without further keys', async () => {
    const passkey = createAuthenticator();
    const { options_json, code } = await beginSignIn(project.client);
    const answer = passkey.authenticate({ challenge: options_json.challenge, origin: ORIGIN });
    for (const body of [
      {},
      { code },
      { code, credential: answer, authentication_response: answer },
      { code, credential: answer, more: 1 },
    ])
      expect((await project.client.post(SIGN_IN, body)).body.code).toBe('SCHEMA_ERROR');
  });
});

describe('the switch', () => {
  it('is asked after the code and before it is used up', async () => {
    const own = await newProject({ passkey_enabled: true });
    const client = own.as('client', await own.signUp());
    const passkey = createAuthenticator();
    ok(await register(client, { passkey }));
    const begun = await beginRegistration(client);
    const start = await beginSignIn(own.client);
    const ceremony = (challenge: string) => ({ challenge, origin: ORIGIN });
    const credential = createAuthenticator().register(ceremony(begun.options_json.challenge));
    const assertion = passkey.authenticate(ceremony(start.options_json.challenge));
    const unknown = 'a'.repeat(45);
    await switchTo(false, own);
    expectKnown(
      await client.post(REGISTER, { credential, code: unknown }),
      404,
      'VERIFICATION_CODE_NOT_FOUND',
    );
    expectKnown(await client.post(REGISTER, { credential, code: begun.code }), 400, OFF);
    expectKnown(await own.client.post(REGISTER, { credential, code: begun.code }), 400, OFF);
    expectKnown(await own.client.post(SIGN_IN, { credential: assertion, code: start.code }), 400, OFF);
    await switchTo(true, own);
    ok(await own.client.post(SIGN_IN, { credential: assertion, code: start.code }));
    ok(await client.post(REGISTER, { credential, code: begun.code }));
  });
});

describe('the callers', () => {
  it('may have any access, a registration needs a user', async () => {
    for (const type of ['client', 'server', 'admin'] as const) {
      const passkey = createAuthenticator();
      ok(await register(project.as(type, user), { passkey }));
      expect(ok(await signInWith(project.as(type), passkey)).user_id).toBe(user.id);
      const path = '/auth/passkey/initiate-passkey-registration';
      expectSchemaError(await project.as(type).post(path), 'auth.user');
    }
    for (const path of [REGISTER, SIGN_IN])
      expectKnown(await api('POST', path, { json: {} }), 400, 'ACCESS_TYPE_REQUIRED');
  });

  it('are users who exist', async () => {
    const gone = await project.signUp();
    const client = project.as('client', gone);
    const { options_json, code } = await beginRegistration(client);
    const credential = createAuthenticator().register({ challenge: options_json.challenge, origin: ORIGIN });
    ok(await project.server.delete(`/users/${gone.id}`));
    expectKnown(await client.post(REGISTER, { credential, code }), 401, 'USER_AUTHENTICATION_REQUIRED');
    expectSchemaError(await client.post('/auth/passkey/initiate-passkey-registration'), 'auth.user');
  });

  it('are called by their name, else by their address, else by something', async () => {
    const nameFor = async (fields: object) => {
      const id = await project.newUser(fields);
      const { options_json } = await beginRegistration(project.as('client', await project.newSession(id)));
      return options_json.user;
    };
    const email = `mira-${Date.now()}@example.com`;
    expect(await nameFor({ display_name: 'Mira', primary_email: email })).toMatchObject({
      name: 'Mira',
      displayName: 'Mira',
    });
    expect(await nameFor({ primary_email: email })).toMatchObject({ name: email, displayName: email });
    expect((await nameFor({}))?.name).toMatch(/\w/);
  });

  it('of another project do not know the passkey', async () => {
    const passkey = createAuthenticator();
    ok(await register(me, { passkey }));
    expectKnown(await signInWith(other.client, passkey), 400, 'PASSKEY_AUTHENTICATION_FAILED');
    // Where it may be registered as well, for somebody else.
    const stranger = await other.signUp();
    ok(await register(other.as('client', stranger), { passkey }));
    expect(ok(await signInWith(other.client, passkey)).user_id).toBe(stranger.id);
    expect(ok(await signInWith(project.client, passkey)).user_id).toBe(user.id);
  });
});
