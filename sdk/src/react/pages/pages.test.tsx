// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { SignIn } from '../../react.tsx';
import { pageTest, press, refusal, signInAnswer, typeInto } from '../../testing/page-test.tsx';

const test = pageTest();
const everything = {
  credential_enabled: true,
  magic_link_enabled: true,
  passkey_enabled: true,
  enabled_oauth_providers: [{ id: 'google' }, { id: 'github' }, { id: 'made-up' }],
};

describe('the sign-in page', () => {
  it('shows what the project has enabled: providers, passkey, then a tab for each form', async () => {
    await test.open('sign-in', test.openApp({ config: everything }));
    await screen.findByRole('tab', { name: 'With a code' });
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'Google',
      'GitHub',
      'made-up',
      'Continue with a passkey',
      'Send me a code',
    ]);
    expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeDefined();
    expect(screen.getAllByRole('tab').map((tab) => tab.getAttribute('aria-selected'))).toEqual([
      'true',
      'false',
    ]);
  });

  it('begins with the password where that is wanted', async () => {
    const app = test.openApp({ config: everything });
    await test.show(app, <SignIn firstTab="password" />);
    await screen.findByLabelText('Password');
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'With a password',
      'With a code',
    ]);
  });

  it('offers no passkey to who signs up', async () => {
    await test.open('sign-up', test.openApp({ config: everything }));
    await screen.findByRole('button', { name: 'Continue with Google' });
    expect(screen.queryByRole('button', { name: 'Continue with a passkey' })).toBeNull();
  });

  it('as a preview sends nothing', async () => {
    const config = {
      signUpEnabled: true,
      credentialEnabled: false,
      magicLinkEnabled: false,
      passkeyEnabled: true,
      oauthProviders: [{ id: 'google' }],
    };
    await test.show(test.openApp(), <SignIn mockProject={{ config }} />);
    await press('Continue with Google');
    await press('Continue with a passkey');
    expect(test.api.requests).toHaveLength(0);
  });
});

describe('signing in with a mailed code', () => {
  const begin = async (): Promise<void> => {
    test.api.on('POST /auth/otp/send-sign-in-code', () => ({ json: { nonce: 'nonce' } }));
    await test.open(
      'sign-in',
      test.openApp({ config: { magic_link_enabled: true, credential_enabled: false } }),
    );
    await typeInto('Email', 'mira@lumen.test');
    await press('Send me a code');
    await screen.findByText(/We sent a mail to mira@lumen.test/);
  };

  it('sends the code, in capitals and with the nonce, as soon as it is complete', async () => {
    test.api.on('POST /auth/otp/sign-in', () => signInAnswer({ is_new_user: true }));
    await begin();
    await typeInto('Code', 'ab c-12');
    expect(test.api.seen('POST /auth/otp/sign-in')).toHaveLength(0);
    await typeInto('Code', 'abc123');
    await waitFor(() => expect(test.visited).toEqual(['/']));
    expect(test.api.seen('POST /auth/otp/sign-in')[0]?.body).toEqual({ code: 'ABC123nonce' });
  });

  it.each([
    ['VERIFICATION_CODE_NOT_FOUND', 'Wrong code. Please try again.'],
    ['VERIFICATION_CODE_EXPIRED', 'This code has expired. Please ask for a new one.'],
  ])('that is refused with %s says so and empties the slots', async (code, text) => {
    test.api.on('POST /auth/otp/sign-in', refusal(code));
    await begin();
    await typeInto('Code', 'abc123');
    await screen.findByText(text);
    expect((screen.getByRole('textbox', { name: 'Code' }) as HTMLInputElement).value).toBe('');
  });

  it.each([
    ['SIGN_UP_NOT_ENABLED', 'There is no account with this email.'],
    ['USER_EMAIL_ALREADY_EXISTS', 'This email is not verified yet. Please sign in another way.'],
  ])('for an address refused with %s says so at the field', async (code, text) => {
    test.api.on('POST /auth/otp/send-sign-in-code', refusal(code));
    await test.open(
      'sign-in',
      test.openApp({ config: { magic_link_enabled: true, credential_enabled: false } }),
    );
    await typeInto('Email', 'mira@lumen.test');
    await press('Send me a code');
    await screen.findByText(text);
  });
});

describe('the links of mails', () => {
  it('sign in after a click', async () => {
    test.api.on('POST /auth/otp/sign-in', () => signInAnswer());
    await test.open('magic-link-callback?code=abc&after_auth_return_to=%2Fdeep');
    expect(test.api.seen('POST /auth/otp/sign-in')).toHaveLength(0);
    await press('Sign in');
    await waitFor(() => expect(test.visited).toEqual(['/deep']));
  });

  it.each([
    ['magic-link-callback', 'POST /auth/otp/sign-in'],
    ['password-reset', 'POST /auth/password/reset/check-code'],
  ])('of %s say why they do not work', async (path, route) => {
    for (const [code, title] of [
      ['VERIFICATION_CODE_EXPIRED', 'This link has expired'],
      ['VERIFICATION_CODE_ALREADY_USED', 'This link was used already'],
      ['VERIFICATION_CODE_NOT_FOUND', 'This link is not valid'],
    ] as const) {
      test.api.on(route, refusal(code));
      await test.open(`${path}?code=${code}`);
      if (path === 'magic-link-callback') await press('Sign in');
      await screen.findByText(title);
      cleanup();
    }
    await test.open(path);
    await screen.findByText('This link is not valid');
  });

  it('lead to a new password after the code was checked once', async () => {
    test.api.on('POST /auth/password/reset/check-code', () => ({ json: { is_code_valid: true } }));
    test.api.on('POST /auth/password/reset', () => ({ json: { success: true } }));
    await test.open('password-reset?code=abc');
    await typeInto('New password', 'correct horse');
    await typeInto('Repeat password', 'correct hors');
    await press('Save password');
    await screen.findByText('The passwords do not match.');
    await typeInto('Repeat password', 'correct horse');
    await press('Save password');
    await screen.findByText('Your password is changed');
    expect(test.api.seen('POST /auth/password/reset/check-code')).toHaveLength(1);
    expect(test.api.seen('POST /auth/password/reset')[0]?.body).toEqual({
      code: 'abc',
      password: 'correct horse',
    });
  });

  it('are asked for without telling whether there is an account', async () => {
    test.api.on('POST /auth/password/send-reset-code', refusal('USER_NOT_FOUND'));
    await test.open('forgot-password');
    await typeInto('Email', 'mira@lumen.test');
    await press('Send the link');
    await screen.findByText('Check your email');
  });
});

describe('the callback of another provider', () => {
  it('without an answer goes to sign-in', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await test.open('oauth-callback');
    await waitFor(() => expect(test.visited).toEqual(['/handler/sign-in']));
    vi.restoreAllMocks();
  });

  it('that fails stays and says why', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    document.cookie = 'stack-oauth-outer-s1=verifier; Path=/';
    test.api.on('POST /auth/oauth/token', refusal('INVALID_AUTHORIZATION_CODE'));
    await test.open('oauth-callback?code=c&state=s1');
    await screen.findByText('Sign-in failed');
    expect(screen.getByText('INVALID_AUTHORIZATION_CODE')).toBeDefined();
    expect(test.visited).toEqual([]);
    vi.restoreAllMocks();
  });
});

describe('the second factor', () => {
  const begin = async (): Promise<void> => {
    window.sessionStorage.setItem('stack_mfa_attempt_code', 'at');
    await test.open('mfa?after_auth_return_to=%2Fdeep');
  };

  it('goes on to where the sign-in was to lead', async () => {
    test.api.on('POST /auth/mfa/sign-in', () => signInAnswer());
    await begin();
    await typeInto('Code', '12 34 56');
    await waitFor(() => expect(test.visited).toEqual(['/deep']));
    expect(test.api.requests.at(-1)?.body).toEqual({ type: 'totp', totp: '123456', code: 'at' });
    expect(window.sessionStorage.getItem('stack_mfa_attempt_code')).toBeNull();
  });

  it('that is wrong can be tried again', async () => {
    test.api.on('POST /auth/mfa/sign-in', refusal('INVALID_TOTP_CODE'));
    await begin();
    await typeInto('Code', '123456');
    await screen.findByText('Wrong code. Please try again.');
    expect(window.sessionStorage.getItem('stack_mfa_attempt_code')).toBe('at');
  });

  it('can be a recovery code', async () => {
    test.api.on('POST /auth/mfa/sign-in', () => signInAnswer());
    await begin();
    await press('Use a recovery code');
    await typeInto('Recovery code', ' abcd-efgh ');
    await press('Continue');
    await waitFor(() => expect(test.visited).toEqual(['/deep']));
    expect(test.api.requests.at(-1)?.body).toEqual({
      type: 'recovery-code',
      recovery_code: 'abcd-efgh',
      code: 'at',
    });
  });

  it('without an attempt, or with one that is over, begins again', async () => {
    await test.open('mfa');
    await screen.findByText('This sign-in is over');
    cleanup();
    test.api.on('POST /auth/mfa/sign-in', refusal('VERIFICATION_CODE_EXPIRED'));
    await begin();
    await typeInto('Code', '123456');
    await screen.findByText('This sign-in is over');
  });
});

describe('the page for a command line', () => {
  it('hands over the session only after a click', async () => {
    test.api.on('POST /auth/cli/complete', () => ({ json: { success: true } }));
    await test.open('cli-auth-confirm?login_code=l1', test.openApp({ signedIn: true }));
    await screen.findByText('A command line asks to act as Mira Okafor.');
    expect(test.api.seen('POST /auth/cli/complete')).toHaveLength(0);
    await press('Allow');
    await screen.findByText('The command line is signed in');
    expect(test.api.seen('POST /auth/cli/complete')[0]?.body).toEqual({
      login_code: 'l1',
      refresh_token: 'r',
    });
  });

  it('needs somebody to be signed in, and a code', async () => {
    await test.open('cli-auth-confirm?login_code=l1');
    await waitFor(() => expect(test.visited[0]).toMatch(/^\/handler\/sign-in\?after_auth_return_to=/));
    cleanup();
    await test.open('cli-auth-confirm', test.openApp({ signedIn: true }));
    await screen.findByText('The command line could not be signed in');
  });
});
