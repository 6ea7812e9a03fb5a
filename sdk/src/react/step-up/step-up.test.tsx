// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { contextOf } from '../../apps/internals.ts';
import { accessTokenFor, channelRead, userRead } from '../../testing/fixtures.ts';
import { pageTest, press, refusal, signInAnswer, typeInto } from '../../testing/page-test.tsx';

const test = pageTest();
const fresh = accessTokenFor(600);
const freshAnswer = (changes: object = {}) =>
  signInAnswer({ access_token: fresh, refresh_token: 'fresh', ...changes });
const change = 'PATCH /users/me';

const serve = (user: object = {}): void => {
  test.api.on('GET /users/me', () => ({
    json: userRead({ has_password: true, otp_auth_enabled: true, passkey_auth_enabled: true, ...user }),
  }));
};

/** An API that takes changes of the new session only. */
beforeEach(() => {
  serve();
  test.api.on('GET /contact-channels', () => ({ json: { items: [channelRead()], is_paginated: false } }));
  test.api.on('GET /oauth-providers', () => ({ json: { items: [], is_paginated: false } }));
  test.api.on('DELETE /auth/sessions/current', () => ({ json: { success: true } }));
  test.api.on('POST /auth/password/sign-in', () => freshAnswer());
  test.api.on(change, ({ headers }) =>
    headers['x-stack-access-token'] === fresh
      ? { json: userRead() }
      : {
          status: 403,
          text: 'Sign in again first: this change needs a sign-in of the last ten minutes.',
        },
  );
});

const config = {
  passkey_enabled: true,
  magic_link_enabled: true,
  enabled_oauth_providers: [{ id: 'github' }, { id: 'google' }],
};

/** An app that keeps what a new sign-in gives it. */
const openSettings = async (more: object = {}): Promise<void> => {
  const app = test.openApp({ config: { ...config, ...more } });
  await contextOf(app).storeTokens({ accessToken: accessTokenFor(600), refreshToken: 'r' });
  await test.open('account-settings#auth', app);
};

/** Asks for a change the API wants a recent sign-in for. */
const askForChange = async (more: object = {}): Promise<HTMLElement> => {
  await openSettings(more);
  await press('Remove passkey');
  const question = await screen.findByRole('group');
  await act(async () => within(question).getByRole('button', { name: 'Remove' }).click());
  return screen.findByRole('dialog', { name: 'Confirm that it is you' });
};

const confirmWithPassword = async (): Promise<void> => {
  await typeInto('Password', 'correct horse');
  await press('Continue');
};

const changeIsMade = async (): Promise<void> => {
  await waitFor(() => expect(test.api.seen(change)).toHaveLength(2));
  expect(test.api.seen(change)[1]).toMatchObject({
    body: { passkey_auth_enabled: false },
    headers: { 'x-stack-access-token': fresh },
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

describe('a change that needs a recent sign-in', () => {
  it('is made after the password, under a session that takes the place of the old one', async () => {
    await askForChange();
    await confirmWithPassword();
    await changeIsMade();
    const signIn = test.api.seen('POST /auth/password/sign-in')[0];
    expect(signIn?.body).toEqual({ email: 'mira@lumen.test', password: 'correct horse' });
    const ended = test.api.seen('DELETE /auth/sessions/current');
    expect(ended).toHaveLength(1);
    expect(ended[0]?.headers['x-stack-access-token']).not.toBe(fresh);
    expect(test.visited).toEqual([]);
  });

  it('is not made when the dialog is closed, and nobody hears of it', async () => {
    const dialog = await askForChange();
    await act(async () => within(dialog).getByRole('button', { name: 'Cancel' }).click());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(test.api.seen(change)).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
    await act(async () => (await screen.findByRole('button', { name: 'Remove' })).click());
    const again = await screen.findByRole('dialog');
    await act(async () => void fireEvent(again, new Event('cancel', { cancelable: true })));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('waits for the right password', async () => {
    test.api.on('POST /auth/password/sign-in', refusal('EMAIL_PASSWORD_MISMATCH'));
    await askForChange();
    await confirmWithPassword();
    await screen.findByText('Wrong password.');
    expect(test.api.seen(change)).toHaveLength(1);
  });

  it('asks for the second factor too, a recovery code included', async () => {
    const attempt = { attempt_code: 'a'.repeat(45) };
    test.api.on('POST /auth/password/sign-in', refusal('MULTI_FACTOR_AUTHENTICATION_REQUIRED', attempt));
    test.api.on('POST /auth/mfa/sign-in', refusal('INVALID_TOTP_CODE'));
    await askForChange();
    await confirmWithPassword();
    await screen.findByText('Type the code your authenticator app shows.');
    await typeInto('Code', '123456');
    await screen.findByText('Wrong code. Please try again.');
    test.api.on('POST /auth/mfa/sign-in', () => freshAnswer());
    await press('Use a recovery code');
    await typeInto('Recovery code', 'kept');
    await press('Continue');
    await changeIsMade();
    expect(test.api.seen('POST /auth/mfa/sign-in').map(({ body }) => body)).toEqual([
      { type: 'totp', totp: '123456', code: attempt.attempt_code },
      { type: 'recovery-code', recovery_code: 'kept', code: attempt.attempt_code },
    ]);
    expect(test.visited).toEqual([]);
  });

  it('starts again when the second factor took too long', async () => {
    const attempt = { attempt_code: 'a'.repeat(45) };
    test.api.on('POST /auth/password/sign-in', refusal('MULTI_FACTOR_AUTHENTICATION_REQUIRED', attempt));
    test.api.on('POST /auth/mfa/sign-in', refusal('VERIFICATION_CODE_EXPIRED'));
    await askForChange();
    await confirmWithPassword();
    await typeInto('Code', '123456');
    await screen.findByText('It took too long or was finished already. Please start again.');
    expect(screen.getByLabelText('Password')).toBeDefined();
  });

  it('is made after a code that was mailed', async () => {
    test.api.on('POST /auth/otp/send-sign-in-code', () => ({ json: { nonce: 'nonce' } }));
    test.api.on('POST /auth/otp/sign-in', () => freshAnswer());
    const dialog = await askForChange({ credential_enabled: false });
    expect(within(dialog).queryByLabelText('Password')).toBeNull();
    await press('Send me a code');
    await screen.findByText('We sent a code to mira@lumen.test.');
    await typeInto('Code', 'ab12cd');
    await changeIsMade();
    expect(test.api.seen('POST /auth/otp/sign-in')[0]?.body).toEqual({ code: 'AB12CDnonce' });
  });

  it('is refused to somebody else, whose session ends at once', async () => {
    test.api.on('POST /auth/password/sign-in', () => freshAnswer({ user_id: 'somebody-else' }));
    await askForChange();
    await confirmWithPassword();
    await waitFor(() =>
      expect(
        test.api.seen('DELETE /auth/sessions/current').map(({ headers }) => headers['x-stack-access-token']),
      ).toEqual([fresh]),
    );
    await screen.findByRole('alert');
    expect(test.api.seen(change)).toHaveLength(1);
  });
});

describe('a password', () => {
  it('is set after a new sign-in too', async () => {
    serve({ has_password: false });
    test.api.on('POST /auth/password/set', ({ headers }) =>
      headers['x-stack-access-token'] === fresh
        ? { json: { success: true } }
        : { status: 403, text: 'Sign in again first: this change needs a sign-in of the last ten minutes.' },
    );
    test.api.on('POST /auth/otp/send-sign-in-code', () => ({ json: { nonce: 'nonce' } }));
    test.api.on('POST /auth/otp/sign-in', () => freshAnswer());
    await openSettings();
    await press('Set a password');
    await typeInto('New password', 'correct horse');
    await typeInto('Repeat password', 'correct horse');
    await press('Save password');
    await press('Send me a code');
    await typeInto('Code', 'ab12cd');
    await screen.findByText('Saved');
    expect(test.api.seen('POST /auth/password/set')).toHaveLength(2);
  });
});

describe('the ways offered', () => {
  const offered = (dialog: HTMLElement): (string | null)[] =>
    within(dialog)
      .getAllByRole('button')
      .map((button) => button.textContent);

  it('are those the account has and the project allows', async () => {
    serve({ oauth_providers: [{ id: 'github' }, { id: 'spotify' }] });
    expect(offered(await askForChange())).toEqual([
      'Show password',
      'Continue',
      'Continue with a passkey',
      'Send me a code',
      'Continue with GitHub',
      'Cancel',
    ]);
  });

  it('are a new sign-in when there is none', async () => {
    serve({ has_password: false, otp_auth_enabled: false, passkey_auth_enabled: false });
    await openSettings();
    await press('Turn on');
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText('Sign out and in again to make this change.');
    expect(offered(dialog)).toEqual(['Sign out', 'Cancel']);
  });
});
