// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { contextOf } from '../../apps/internals.ts';
import { accessTokenFor, userRead } from '../../testing/fixtures.ts';
import { pageTest, press, signInAnswer, typeInto } from '../../testing/page-test.tsx';

const test = pageTest();
const fresh = accessTokenFor(600);
const primary = {
  id: 'c1',
  user_id: 'user-1',
  type: 'email',
  value: 'mira@lumen.test',
  is_primary: true,
  is_verified: true,
  used_for_auth: true,
};
const other = { ...primary, id: 'c2', value: 'two@lumen.test', is_primary: false, used_for_auth: false };
const stale = {
  status: 403,
  text: 'Sign in again first: this change needs a sign-in of the last ten minutes.',
};

const serve = (channels: object[]): void =>
  test.api.on('GET /contact-channels', () => ({ json: { items: channels, is_paginated: false } }));

beforeEach(() => {
  serve([primary]);
  test.api.on('GET /users/me', () => ({ json: userRead({ has_password: true }) }));
  test.api.on('DELETE /auth/sessions/current', () => ({ json: { success: true } }));
  test.api.on('POST /auth/password/sign-in', () =>
    signInAnswer({ access_token: fresh, refresh_token: 'fresh' }),
  );
});

/** An app that keeps what a new sign-in gives it. */
const openSettings = async (): Promise<void> => {
  const app = test.openApp();
  await contextOf(app).storeTokens({ accessToken: accessTokenFor(600), refreshToken: 'r' });
  await test.open('account-settings#auth', app);
};

const confirmWithPassword = async (): Promise<void> => {
  await typeInto('Password', 'correct horse');
  await press('Continue');
};

describe('where the project asks for a recent sign-in, an email', () => {
  it('is added after a new sign-in too', async () => {
    const create = 'POST /contact-channels';
    const sent = 'POST /contact-channels/me/c2/send-verification-code';
    test.api.on(create, ({ headers }) =>
      headers['x-stack-access-token'] === fresh ? { status: 201, json: other } : stale,
    );
    test.api.on(sent, () => ({ json: { success: true } }));
    await openSettings();
    await press('Add an email');
    await typeInto('New email', other.value);
    await press('Add');
    await confirmWithPassword();
    await waitFor(() => expect(test.api.seen(sent)).toHaveLength(1));
    expect(test.api.seen(sent)[0]?.headers['x-stack-access-token']).toBe(fresh);
    expect(test.api.seen(create)).toHaveLength(2);
    await waitFor(() => expect(screen.queryByLabelText('New email')).toBeNull());
  });

  it('is changed and removed after a new sign-in too, or not at all', async () => {
    const path = '/contact-channels/me/c2';
    serve([primary, other]);
    test.api.on(`PATCH ${path}`, () => stale);
    test.api.on(`DELETE ${path}`, ({ headers }) =>
      headers['x-stack-access-token'] === fresh ? { json: { success: true } } : stale,
    );
    await openSettings();
    await press('Make primary');
    const dialog = await screen.findByRole('dialog');
    await act(async () => within(dialog).getByRole('button', { name: 'Cancel' }).click());
    expect(test.api.seen(`PATCH ${path}`)).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
    await press('Remove');
    await confirmWithPassword();
    await waitFor(() => expect(test.api.seen(`DELETE ${path}`)).toHaveLength(2));
    expect(test.api.seen(`DELETE ${path}`)[1]?.headers['x-stack-access-token']).toBe(fresh);
  });
});
