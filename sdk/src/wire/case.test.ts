import { expect, it } from 'vitest';
import { camelize, snakeize } from './case.ts';

it('keys become camelCase and times become dates', () => {
  expect(
    camelize({ display_name: 'x', created_at_millis: 5, revoked_at_millis: null, items: [{ a_b: 1 }] }),
  ).toEqual({
    displayName: 'x',
    createdAt: new Date(5),
    revokedAt: null,
    items: [{ aB: 1 }],
  });
});

it('metadata is shown and sent as it is', () => {
  const metadata = { snake_key: { inner_key: 1, at_millis: 2 }, camelKey: [{ other_key: null }] };
  const wire = { client_metadata: metadata, client_read_only_metadata: metadata, server_metadata: metadata };
  const shown = { clientMetadata: metadata, clientReadOnlyMetadata: metadata, serverMetadata: metadata };
  expect(camelize(wire)).toEqual(shown);
  expect(snakeize(shown)).toEqual(wire);
});

it('undefined is left out, null is sent, dates become milliseconds', () => {
  expect(
    snakeize({
      displayName: undefined,
      profileImageUrl: null,
      expiresAt: new Date(7),
      otpAuthEnabled: false,
    }),
  ).toEqual({
    profile_image_url: null,
    expires_at_millis: 7,
    otp_auth_enabled: false,
  });
});
