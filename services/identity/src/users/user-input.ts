/** What the ways to write a user have in common: which fields were given, and what they mean. */
import type { CallContext } from '@portico/platform/call';
import { statusError } from '@portico/platform/errors';
import type { UserInput } from '@portico/proto/identity/v1/users';
import { checkForeignHash } from '../passwords/foreign-hash.ts';
import { checkLongestPassword } from '../passwords/password-rules.ts';
import { PLAIN_FIELDS, type UserColumns } from './user.entity.ts';

export interface GivenUser {
  input: UserInput;
  given(field: keyof UserInput): boolean;
}

const CLIENT_FIELDS: readonly string[] = [
  ...Object.entries(PLAIN_FIELDS).flatMap(([field, access]) => (access === 'client' ? [field] : [])),
  'profile_image_url',
  'selected_team_id',
  'totp_secret_base64',
  'otp_auth_enabled',
  'passkey_auth_enabled',
];

export const givenUser = (
  call: CallContext,
  { user, update_mask }: { user: UserInput | undefined; update_mask: readonly string[] },
): GivenUser => {
  const forbidden =
    call.access_type === 'client' ? update_mask.filter((field) => !CLIENT_FIELDS.includes(field)) : [];
  if (forbidden.length > 0)
    throw statusError(400, `A client cannot write these fields: ${forbidden.join(', ')}.`);
  return { input: (user ?? {}) as UserInput, given: (field) => update_mask.includes(field) };
};

/** The checks of passwords that need nothing but the request. */
export const checkPasswordInput = ({ input, given }: GivenUser): void => {
  if (given('password') && given('password_hash')) {
    throw statusError(400, 'Give either a password or a password hash, not both.');
  }
  if (given('password') && input.password !== undefined) checkLongestPassword(input.password);
  if (given('password_hash')) checkForeignHash(input.password_hash ?? '');
};

/** An empty name is no name. */
const plainValue = (field: keyof typeof PLAIN_FIELDS, value: unknown): unknown =>
  field === 'display_name' ? value || null : (value ?? null);

/** The given fields that are stored as they are. */
export const plainColumns = ({ input, given }: GivenUser): Partial<UserColumns> => {
  const fields = (Object.keys(PLAIN_FIELDS) as (keyof typeof PLAIN_FIELDS)[]).filter(given);
  return Object.fromEntries(fields.map((field) => [field, plainValue(field, input[field])]));
};
