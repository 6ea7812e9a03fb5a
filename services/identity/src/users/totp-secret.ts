import type { CallContext } from '@portico/platform/call';
import type { IdentityDeps } from '../deps.ts';
import type { UserColumns } from './user.entity.ts';

/** Ties a sealed secret to its user. */
export const totpSecretPlace = (call: CallContext, user_id: string): string =>
  `totp:${call.project_id}:${call.branch_id}:${user_id}`;

/** Columns that turn the second factor on with this secret, or off with none. */
export const totpColumns = (
  keyring: IdentityDeps['keyring'],
  place: string,
  secret_base64: string | undefined,
): Partial<UserColumns> => ({
  requires_totp_mfa: secret_base64 !== undefined,
  totp_secret_sealed: secret_base64 === undefined ? null : keyring.seal(secret_base64, place),
  // Codes of another secret are other codes, so none of them has been used.
  totp_last_step: null,
});
