// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { AccountSettings } from '../../react.tsx';
import { channelRead, userRead } from '../../testing/fixtures.ts';
import { pageTest, press, refusal, typeInto } from '../../testing/page-test.tsx';
import { totpAt } from '../../users/totp.ts';

const test = pageTest();

const serve = (user: object = {}, channels: object[] = [channelRead()]): void => {
  test.api.on('GET /users/me', () => ({ json: userRead(user) }));
  test.api.on('GET /contact-channels', () => ({ json: { items: channels, is_paginated: false } }));
};

beforeEach(() => serve());

const open = (section: string, config: object = {}) =>
  test.open(`account-settings#${section}`, test.openApp({ signedIn: true, config }));

describe('account settings', () => {
  it('sends nobody to the sign-in page', async () => {
    await test.open('account-settings');
    await waitFor(() => expect(test.visited[0]).toMatch(/^\/handler\/sign-in/));
  });

  it('shows only what the project has enabled', async () => {
    await open('auth', { credential_enabled: false });
    await screen.findByRole('heading', { name: 'Two-step sign-in' });
    const titles = screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent);
    expect(titles).toEqual(['Emails', 'Two-step sign-in']);
    cleanup();
    test.api.on('GET /oauth-providers', () => ({ json: { items: [], is_paginated: false } }));
    await open('auth', {
      passkey_enabled: true,
      magic_link_enabled: true,
      enabled_oauth_providers: [{ id: 'github' }],
    });
    await screen.findByRole('button', { name: 'Connect' });
    expect(screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent)).toEqual([
      'Emails',
      'Password',
      'Passkey',
      'Sign-in by email',
      'Connected accounts',
      'Two-step sign-in',
    ]);
  });

  it('has room for pages of the app', async () => {
    const app = test.openApp({ signedIn: true });
    const extraItems = [
      { id: 'billing', title: 'Billing', iconName: 'Key' as const, content: <p>Invoices</p> },
    ];
    await test.show(app, <AccountSettings extraItems={extraItems} />);
    const links = await screen.findAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toContain('#billing');
  });

  it('changes the name', async () => {
    test.api.on('PATCH /users/me', () => ({ json: userRead() }));
    await open('profile');
    await typeInto('Name', ' Mira O. ');
    await press('Save');
    await waitFor(() =>
      expect(test.api.seen('PATCH /users/me')[0]?.body).toEqual({ display_name: 'Mira O.' }),
    );
  });
});

describe('emails', () => {
  it('come with what can be done to each; the last one for sign-in stays', async () => {
    serve({}, [
      channelRead({
        id: 'c3',
        value: 'new@lumen.test',
        is_primary: false,
        is_verified: false,
        used_for_auth: false,
      }),
      channelRead({ id: 'c2', value: 'old@lumen.test', is_primary: false, used_for_auth: false }),
      channelRead(),
    ]);
    await open('auth');
    const rows = await screen.findAllByRole('listitem');
    const actions = rows
      .filter((row) => row.textContent?.includes('@'))
      .map((row) =>
        within(row)
          .queryAllByRole('button')
          .map((button) => button.textContent),
      );
    expect(actions).toEqual([[], ['Make primary', 'Use for sign-in', 'Remove'], ['Verify', 'Remove']]);
  });

  it('are added and verified in one go', async () => {
    const added = channelRead({ id: 'c9', value: 'two@lumen.test', is_verified: false });
    test.api.on('POST /contact-channels', () => ({ status: 201, json: added }));
    test.api.on('POST /contact-channels/me/c9/send-verification-code', () => ({ json: { success: true } }));
    await open('auth');
    await press('Add an email');
    await typeInto('New email', 'mira@lumen.test');
    await press('Add');
    await screen.findByText('You have added this email already.');
    await typeInto('New email', 'two@lumen.test');
    await press('Add');
    const sent = 'POST /contact-channels/me/c9/send-verification-code';
    await waitFor(() => expect(test.api.seen(sent)).toHaveLength(1));
    expect(test.api.seen('POST /contact-channels')[0]?.body).toEqual({
      type: 'email',
      value: 'two@lumen.test',
      used_for_auth: false,
      user_id: 'me',
    });
  });

  it('of somebody else cannot be used for sign-in', async () => {
    serve({}, [
      channelRead(),
      channelRead({ id: 'c2', value: 'x@lumen.test', is_primary: false, used_for_auth: false }),
    ]);
    test.api.on(
      'PATCH /contact-channels/me/c2',
      refusal('CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE'),
    );
    await open('auth');
    await press('Use for sign-in');
    await screen.findByText('Another account signs in with this email.');
  });
});

describe('ways to sign in', () => {
  it('that are the last one cannot be removed', async () => {
    serve({ has_password: false, passkey_auth_enabled: true });
    await open('auth', { passkey_enabled: true, credential_enabled: false });
    const button = await screen.findByRole('button', { name: 'Remove passkey' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText('This is your only way to sign in.')).toBeDefined();
  });

  it('are removed after a question', async () => {
    serve({ passkey_auth_enabled: true });
    test.api.on('PATCH /users/me', () => ({ json: userRead() }));
    await open('auth', { passkey_enabled: true });
    await press('Remove passkey');
    expect(test.api.seen('PATCH /users/me')).toHaveLength(0);
    const question = await screen.findByRole('group');
    within(question).getByRole('button', { name: 'Remove' }).click();
    await waitFor(() =>
      expect(test.api.seen('PATCH /users/me')[0]?.body).toEqual({ passkey_auth_enabled: false }),
    );
  });

  it('tell a wrong password at its field', async () => {
    test.api.on('POST /auth/password/update', refusal('PASSWORD_CONFIRMATION_MISMATCH'));
    await open('auth');
    await press('Change password');
    await typeInto('Current password', 'nope nope');
    await typeInto('New password', 'correct horse');
    await typeInto('Repeat password', 'correct horse');
    await press('Save password');
    await screen.findByText('Wrong password.');
  });
});

describe('the second factor', () => {
  const toSecret = (key: string): Uint8Array => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
    const bits = [...key].map((char) => alphabet.indexOf(char).toString(2).padStart(5, '0')).join('');
    return new Uint8Array((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  };

  it('is switched on only after a right code, and gives recovery codes once', async () => {
    test.api.on('PATCH /users/me', () => ({ json: userRead() }));
    test.api.on('POST /auth/mfa/recovery-codes', () => ({ json: { recovery_codes: ['aaaa', 'bbbb'] } }));
    await open('auth');
    await press('Set up');
    const key = document.querySelector('.portico-key')?.textContent?.replaceAll(' ', '') ?? '';
    await typeInto('Code', '00000');
    expect(test.api.seen('PATCH /users/me')).toHaveLength(0);
    await typeInto('Code', await totpAt(toSecret(key), Date.now()));
    await screen.findByText('bbbb');
    const sent = test.api.seen('PATCH /users/me')[0]?.body as { totp_secret_base64: string };
    expect(atob(sent.totp_secret_base64)).toHaveLength(20);
    await press('I have kept them');
    await screen.findByRole('button', { name: 'Set up' });
  });

  it('tells how many recovery codes are left, and is switched off after a question', async () => {
    serve({ requires_totp_mfa: true });
    test.api.on('GET /auth/mfa/recovery-codes', () => ({ json: { unused: 3 } }));
    test.api.on('PATCH /users/me', () => ({ json: userRead() }));
    await open('auth');
    await screen.findByText('Recovery codes left: 3');
    await press('Turn off');
    const question = await screen.findByRole('group');
    within(question).getByRole('button', { name: 'Turn off' }).click();
    await waitFor(() =>
      expect(test.api.seen('PATCH /users/me')[0]?.body).toEqual({ totp_secret_base64: null }),
    );
  });
});

describe('sessions', () => {
  it('are listed, and all others ended at once', async () => {
    const session = (id: string, current: boolean) => ({
      id,
      user_id: 'user-1',
      created_at: 1_761_200_000_123,
      is_impersonation: false,
      is_current_session: current,
      last_used_at_end_user_ip_info: current
        ? null
        : { ip: '203.0.113.7', cityName: 'Lisbon', countryCode: 'PT' },
    });
    let sessions = [session('s1', true), session('s2', false), session('s3', false)];
    test.api.on('GET /auth/sessions', () => ({ json: { items: sessions, is_paginated: false } }));
    for (const id of ['s2', 's3'])
      test.api.on(`DELETE /auth/sessions/${id}`, () => {
        sessions = sessions.filter((one) => one.id !== id);
        return { json: { success: true } };
      });
    await open('sessions');
    expect(await screen.findAllByText(/Lisbon, PT/)).toHaveLength(2);
    await press('Sign out everywhere else');
    const question = await screen.findByRole('group');
    within(question).getByRole('button', { name: 'Sign out everywhere else' }).click();
    await waitFor(() => expect(screen.queryByText(/Lisbon, PT/)).toBeNull());
    expect(screen.getByText('This session')).toBeDefined();
  });
});
