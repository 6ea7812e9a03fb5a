/** The part of an update that is one transaction: checks on the locked user, then the writes. */
import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { statusError } from '@portico/platform/errors';
import { knownErrors } from '@portico/platform/known-errors';
import type { EntityManager } from 'typeorm';
import { readSettings } from '../config/read-config.ts';
import type { BranchSettings } from '../config/settings.ts';
import { updatePrimaryEmail } from '../contact-channels/update-primary-email.ts';
import { tenant, type IdentityDeps } from '../deps.ts';
import { insertImage, type PreparedImage } from '../images/prepare-image.ts';
import { notifyOfChange } from '../mails/notify-of-change.ts';
import { removeRecoveryCodes } from '../mfa/remove-recovery-codes.ts';
import { revokeSessions } from '../sessions/revoke-sessions.ts';
import { checkEmailState, normaliseEmail, type EmailState } from './email-address.ts';
import { refreshSearchText } from './search-text.ts';
import { selectUser, type UserRow } from './select-user.ts';
import { totpColumns, totpSecretPlace } from './totp-secret.ts';
import { plainColumns, type GivenUser } from './user-input.ts';
import { userEntity, type UserColumns } from './user.entity.ts';

export interface UserChange {
  user: GivenUser;
  before: UserRow;
  /** Absent: unchanged; null: no password. */
  password_hash: string | null | undefined;
  /** Gives the prepared picture, or throws why there is none. */
  image: () => PreparedImage | { url: null } | undefined;
}

interface Scope {
  tx: EntityManager;
  call: CallContext;
}

type Deps = Pick<IdentityDeps, 'keyring' | 'clock'>;

/** The primary address as it will be. A flag that is not given stays with the address. */
const emailAfter = ({ input, given }: GivenUser, before: UserRow): EmailState => {
  const removed = given('primary_email') && input.primary_email === undefined;
  const email = given('primary_email') ? input.primary_email : (before.primary_email ?? undefined);
  const flag = (name: 'primary_email_verified' | 'primary_email_auth_enabled'): boolean =>
    given(name) ? (input[name] ?? false) : before[name] && !removed;
  return {
    primary_email: email === undefined ? null : given('primary_email') ? normaliseEmail(email) : email,
    primary_email_verified: flag('primary_email_verified'),
    primary_email_auth_enabled: flag('primary_email_auth_enabled'),
  };
};

const checkMethods = (
  { user, before, password_hash }: UserChange,
  email: EmailState,
  settings: BranchSettings,
) => {
  const { input, given } = user;
  if (
    given('otp_auth_enabled') &&
    input.otp_auth_enabled &&
    !before.otp_auth_enabled &&
    !settings.allow_otp
  ) {
    throw statusError(400, 'Magic-link sign-in is not enabled.');
  }
  if (given('passkey_auth_enabled') && input.passkey_auth_enabled) {
    throw statusError(400, 'A passkey is added by registering it, not by this field.');
  }
  if (password_hash && before.password_hash === null) {
    if (email.primary_email === null) throw statusError(400, 'A password needs a primary email address.');
    if (!settings.allow_password) throw statusError(400, 'Password sign-in is not enabled.');
  }
};

const columnsOf = (deps: Deps, { call }: Scope, change: UserChange): Partial<UserColumns> => {
  const { user, before, password_hash } = change;
  const { input, given } = user;
  const place = totpSecretPlace(call, before.id);
  return {
    ...plainColumns(user),
    ...(given('totp_secret_base64') && totpColumns(deps.keyring, place, input.totp_secret_base64)),
    ...(given('otp_auth_enabled') && { otp_auth_enabled: input.otp_auth_enabled ?? false }),
    ...(given('selected_team_id') && { selected_team_id: input.selected_team_id ?? null }),
    ...(given('is_anonymous') && { is_anonymous: input.is_anonymous ?? false }),
    ...(password_hash !== undefined && { password_hash }),
  };
};

/** What happened to the ways to sign in, one sentence each. */
const signInChanges = ({ user, before }: UserChange, email: EmailState): string[] => {
  const { input, given } = user;
  const changes: string[] = [];
  if (given('totp_secret_base64')) {
    const isOff = input.totp_secret_base64 === undefined;
    changes.push(isOff ? 'The second factor has been turned off.' : 'An authenticator app has been added.');
  }
  if (given('passkey_auth_enabled') && before.passkey_auth_enabled)
    changes.push('The passkey has been removed.');
  if (email.primary_email !== before.primary_email) changes.push('The email address has been changed.');
  return changes;
};

const EMAIL_FIELDS = ['primary_email', 'primary_email_verified', 'primary_email_auth_enabled'] as const;

export const applyUserChange = async (deps: Deps, scope: Scope, change: UserChange): Promise<UserRow> => {
  const { tx, call } = scope;
  const { user, before } = change;
  const { given } = user;
  const now = deps.clock.now();
  const email = emailAfter(user, before);
  const changesEmail = EMAIL_FIELDS.some(given);
  if (changesEmail) checkEmailState(email);
  if (changesEmail) await updatePrimaryEmail(tx, call, { user_id: before.id, before, after: email, now });
  checkMethods(change, email, await readSettings(tx, call));
  const columns = columnsOf(deps, scope, change);
  const image = change.image();
  if (image) columns.profile_image_url = image.url;

  const [project_id, branch_id] = tenant(call);
  const key = { project_id, branch_id, id: before.id };
  if (image && 'upload' in image && image.upload) {
    await insertImage(tx, image.upload, { project_id, branch_id, now });
  }
  if (Object.keys(columns).length > 0) await tx.update(userEntity, key, columns);
  if (given('passkey_auth_enabled')) {
    await sql(tx).execute('delete from passkeys where project_id = $1 and branch_id = $2 and user_id = $3', [
      ...tenant(call),
      before.id,
    ]);
  }
  if (given('totp_secret_base64')) await removeRecoveryCodes(tx, call, before.id);
  if (changesEmail || given('display_name')) await refreshSearchText(tx, call, before.id);
  if (change.password_hash !== undefined) await revokeSessions(tx, call, { user_id: before.id, now });
  for (const text of signInChanges(change, email)) {
    await notifyOfChange(tx, call, { keyring: deps.keyring, user: before, change: text });
  }
  const after = await selectUser(tx, call, before.id);
  if (!after) throw knownErrors.USER_NOT_FOUND();
  return after;
};
