import { systemCall, type CallContext } from '@portico/platform/call';
import { transaction } from '@portico/platform/db/sql';
import { statusError } from '@portico/platform/errors';
import { newUuid } from '@portico/platform/ids';
import { knownErrors } from '@portico/platform/known-errors';
import type { CreateUserRequest, User } from '@portico/proto/identity/v1/users';
import { readSettings } from '../config/read-config.ts';
import type { BranchSettings } from '../config/settings.ts';
import { isAuthEmailTaken } from '../contact-channels/auth-email.ts';
import { tenant, type IdentityDeps } from '../deps.ts';
import { insertImage, LARGEST_PROFILE_IMAGE, prepareImage } from '../images/prepare-image.ts';
import { checkEmailState, emailTaken, normaliseEmail, type EmailState } from './email-address.ts';
import { insertUser, type NewOAuthAccount, type NewUser } from './insert-user.ts';
import { tryProvisionUser } from './provision-user.ts';
import { totpColumns, totpSecretPlace } from './totp-secret.ts';
import { checkPasswordInput, givenUser, plainColumns, type GivenUser } from './user-input.ts';
import { toUser } from './user.message.ts';

const emailOf = ({ input }: GivenUser): EmailState => ({
  primary_email: input.primary_email === undefined ? null : normaliseEmail(input.primary_email),
  primary_email_verified: input.primary_email_verified ?? false,
  primary_email_auth_enabled: input.primary_email_auth_enabled ?? false,
});

const oauthAccounts = ({ input }: GivenUser, settings: BranchSettings): NewOAuthAccount[] =>
  (input.oauth_providers ?? []).map(({ id, account_id, email }) => {
    const provider = settings.oauth_providers.find((one) => one.id === id);
    if (!provider) throw statusError(400, `The OAuth provider "${id}" is not configured.`);
    return { provider_config_id: id, provider_type: provider.type, account_id, email: email ?? null };
  });

const checkMethods = ({ input }: GivenUser, settings: BranchSettings): void => {
  const hasPassword = input.password !== undefined || input.password_hash !== undefined;
  if (hasPassword && !settings.allow_password) throw statusError(400, 'Password sign-in is not enabled.');
  if (input.otp_auth_enabled && !settings.allow_otp)
    throw statusError(400, 'Magic-link sign-in is not enabled.');
};

/** A user who was just made is in no team. */
const checkSelectedTeam = async (
  { teams }: Pick<IdentityDeps, 'teams'>,
  call: CallContext,
  membership: { team_id: string | undefined; user_id: string },
): Promise<void> => {
  const { team_id, user_id } = membership;
  if (team_id === undefined) return;
  const checked = { team_id, user_id };
  const { is_member } = await teams.memberships.checkMembership(checked, systemCall(...tenant(call)));
  if (!is_member) throw knownErrors.TEAM_MEMBERSHIP_NOT_FOUND(checked);
};

type Deps = Pick<IdentityDeps, 'db' | 'keyring' | 'teams' | 'clock' | 'config' | 'hasher' | 'log'>;

const prepare = async (deps: Deps, call: CallContext, user: GivenUser) => {
  const { db, config } = deps;
  checkPasswordInput(user);
  const email = emailOf(user);
  checkEmailState(email);
  const { primary_email, primary_email_auth_enabled } = email;
  if (
    primary_email !== null &&
    primary_email_auth_enabled &&
    (await isAuthEmailTaken(db, call, primary_email))
  ) {
    throw emailTaken(primary_email);
  }
  const url = user.input.profile_image_url;
  const image =
    url === undefined ? undefined : { folder: 'user-profile-images', url, max_bytes: LARGEST_PROFILE_IMAGE };
  const picture = image && (await prepareImage(config, { ...image, access_type: call.access_type }));
  const settings = await readSettings(db, call);
  const accounts = oauthAccounts(user, settings);
  checkMethods(user, settings);
  return { email, picture, accounts };
};

export const createUser =
  (deps: Deps) =>
  async (request: CreateUserRequest, call: CallContext): Promise<User> => {
    const { db, keyring, clock, hasher } = deps;
    const user = givenUser(call, request);
    const { input } = user;
    const { email, picture, accounts } = await prepare(deps, call, user);
    const id = newUuid();
    await checkSelectedTeam(deps, call, { team_id: input.selected_team_id, user_id: id });
    const now = clock.now();
    const password_hash =
      input.password === undefined ? (input.password_hash ?? null) : await hasher.hash(input.password);
    const fresh: NewUser = {
      now,
      oauth_accounts: accounts,
      email: email.primary_email === null ? undefined : {
        value: email.primary_email,
        is_verified: email.primary_email_verified,
        used_for_auth: email.primary_email_auth_enabled,
      },
      columns: {
        ...plainColumns(user),
        ...totpColumns(keyring, totpSecretPlace(call, id), input.totp_secret_base64),
        id,
        password_hash,
        otp_auth_enabled: input.otp_auth_enabled ?? false,
        is_anonymous: input.is_anonymous ?? false,
        profile_image_url: picture?.url ?? null,
      },
    }; // prettier-ignore
    const row = await transaction(db, async (tx) => {
      const [project_id, branch_id] = tenant(call);
      if (picture?.upload) await insertImage(tx, picture.upload, { project_id, branch_id, now });
      return insertUser(tx, call, fresh);
    });
    await tryProvisionUser(deps)(call, row);
    return toUser(row);
  };
