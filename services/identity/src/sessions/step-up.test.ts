import { createAuthenticator } from '@portico/platform/testing/authenticator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sentMails } from '../testing/sent-mail.ts';
import { startIdentity, type Harness, type TestProject } from '../testing/harness.ts';

let identity: Harness;
let strict: TestProject;

beforeAll(async () => {
  identity = await startIdentity('step_up');
  strict = await identity.newProject({
    passkey_enabled: true,
    magic_link_enabled: true,
    oauth_providers: [{ id: 'github', type: 'standard', client_id: 'id', client_secret: 'secret' }],
  });
  const config_override_string = JSON.stringify({ 'auth.stepUp.required': true });
  await identity.config.overrideConfig({ config_override_string }, strict.admin);
});
afterAll(() => identity?.stop());

const TOTP = { totp_secret_base64: 'QUJDREVGR0hJSg==' };
const stale = expect.objectContaining({ name: 'StatusError', status: 403 });
const newSession = async (one: TestProject, is_impersonation = false) => {
  const { id: user_id } = await one.createUser();
  const order = { user_id, expires_in_millis: 86_400_000, is_impersonation };
  const { access_token } = await identity.sessions.createSession(order, one.server);
  const claims = JSON.parse(Buffer.from(access_token.split('.')[1]!, 'base64url').toString());
  return one.client(user_id, claims.refresh_token_id);
};

describe('a project that asks for a recent sign-in', () => {
  it('lets a session of the last ten minutes change how its user signs in', async () => {
    const call = await newSession(strict);
    identity.clock.advance(9 * 60_000);
    await strict.updateUser(call.user_id!, TOTP, call);
    await identity.mfa.createRecoveryCodes({}, call);
    await identity.passkeys.beginPasskeyRegistration({}, call);
  });

  it('refuses an older one, an impersonating one and none, but nothing else they do', async () => {
    const old = await newSession(strict);
    identity.clock.advance(10 * 60_000);
    const impersonating = await newSession(strict, true);
    const without = strict.client((await strict.createUser()).id);
    for (const call of [old, impersonating, without]) {
      const { user_id = '' } = call;
      await expect(strict.updateUser(user_id, TOTP, call)).rejects.toEqual(stale);
      await expect(strict.updateUser(user_id, { totp_secret_base64: null }, call)).rejects.toEqual(stale);
      await expect(strict.updateUser(user_id, { passkey_auth_enabled: false }, call)).rejects.toEqual(stale);
      await expect(identity.passkeys.beginPasskeyRegistration({}, call)).rejects.toEqual(stale);
      await expect(identity.mfa.createRecoveryCodes({}, call)).rejects.toEqual(stale);
      await strict.updateUser(user_id, { display_name: 'Mira' }, call);
    }
  });

  it('refuses an older one a password, another account to sign in with, and a fresh session through a program', async () => {
    const { id: user_id } = await strict.createUser({ primary_email: 'old@example.com' });
    const order = { user_id, expires_in_millis: 86_400_000, is_impersonation: false };
    const { access_token, refresh_token } = await identity.sessions.createSession(order, strict.server);
    const sessionOf = (token: string) =>
      JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).refresh_token_id as string;
    identity.clock.advance(10 * 60_000);
    const old = strict.client(user_id, sessionOf(access_token));
    await expect(identity.passwords.setPassword({ password: 'a password' }, old)).rejects.toEqual(stale);
    const link = {
      provider_id: 'github',
      type: 'link',
      redirect_uri: 'http://localhost:8103/',
      scope: 'legacy',
      state: 'state',
      code_challenge: 'challenge',
      code_challenge_method: 'S256',
    };
    await expect(identity.oauth.startOAuth(link as never, old)).rejects.toEqual(stale);
    const provider = { account_id: '1', allow_sign_in: false, allow_connected_accounts: true };
    const { id } = await identity.oauth_providers.createOAuthProvider(
      { provider: { user_id, provider_config_id: 'github', ...provider } } as never,
      strict.server,
    );
    const change = {
      user_id,
      provider_id: id,
      provider: { allow_sign_in: true },
      update_mask: ['allow_sign_in'],
    };
    await expect(identity.oauth_providers.updateOAuthProvider(change as never, old)).rejects.toEqual(stale);

    const login = await identity.cli_logins.startCliLogin({ expires_in_millis: 60_000 }, strict.client());
    await identity.cli_logins.completeCliLogin(
      { login_code: login.login_code, refresh_token },
      strict.client(),
    );
    const handed = await identity.cli_logins.pollCliLogin(
      { polling_code: login.polling_code },
      strict.client(),
    );
    const program = await identity.sessions.refreshSession(
      { refresh_token: handed.refresh_token! },
      strict.client(),
    );
    const call = strict.client(user_id, sessionOf(program.access_token));
    await expect(strict.updateUser(user_id, TOTP, call)).rejects.toEqual(stale);
    await expect(identity.passwords.setPassword({ password: 'a password' }, call)).rejects.toEqual(stale);
  });

  it('tells the user by mail what has been changed, wherever it was changed', async () => {
    const primary_email = 'mira@example.com';
    const { id: user_id } = await strict.createUser({ primary_email });
    const order = { user_id, expires_in_millis: 86_400_000, is_impersonation: false };
    const { access_token } = await identity.sessions.createSession(order, strict.server);
    const claims = JSON.parse(Buffer.from(access_token.split('.')[1]!, 'base64url').toString());
    const call = strict.client(user_id, claims.refresh_token_id);
    await identity.events();
    await strict.updateUser(user_id, TOTP, call);
    await identity.mfa.createRecoveryCodes({}, call);
    const { options_json, code } = await identity.passkeys.beginPasskeyRegistration({}, call);
    const { challenge } = options_json;
    const credential = createAuthenticator().register({ challenge, origin: 'http://localhost:8103' });
    await identity.passkeys.registerPasskey({ credential, code }, call);
    await identity.passwords.setPassword({ password: 'a password' }, call);
    await strict.updateUser(user_id, { totp_secret_base64: null, passkey_auth_enabled: false }, call);
    await strict.updateUser(user_id, { primary_email: 'thief@example.com' });
    const mails = await sentMails(identity);
    expect(mails.map(({ variables }) => variables.change)).toEqual([
      'An authenticator app has been added.',
      'New recovery codes have been made.',
      'A passkey has been added.',
      'A password has been set.',
      'The second factor has been turned off.',
      'The passkey has been removed.',
      'The email address has been changed.',
    ]);
    for (const mail of mails)
      expect(mail).toMatchObject({ to: primary_email, template_key: 'security_notice' });
  });

  it('does not hold up servers', async () => {
    const { id } = await strict.createUser();
    await strict.updateUser(id, TOTP);
    await strict.updateUser(id, { totp_secret_base64: null });
  });
});

describe('a project that does not', () => {
  it('lets any session do it', async () => {
    const own = await identity.newProject({ passkey_enabled: true });
    const call = await newSession(own);
    identity.clock.advance(3_600_000);
    await own.updateUser(call.user_id!, TOTP, call);
    const { options_json, code } = await identity.passkeys.beginPasskeyRegistration({}, call);
    const credential = createAuthenticator().register({
      challenge: options_json.challenge,
      origin: 'http://localhost:8103',
    });
    await identity.passkeys.registerPasskey({ credential, code }, call);
  });
});
