import { systemCall, type CallContext } from '@portico/platform/call';
import { transaction } from '@portico/platform/db/sql';
import { statusError } from '@portico/platform/errors';
import { emit } from '@portico/platform/events/outbox';
import { knownErrors } from '@portico/platform/known-errors';
import type { UpdateUserRequest, User } from '@portico/proto/identity/v1/users';
import { tenant, type IdentityDeps } from '../deps.ts';
import { LARGEST_PROFILE_IMAGE, prepareImage, type PreparedImage } from '../images/prepare-image.ts';
import { requireFreshSession } from '../sessions/require-fresh-session.ts';
import { requireOwnUser } from './own-user.ts';
import { renamePersonalTeams } from './rename-personal-teams.ts';
import { lockUser } from './select-user.ts';
import { checkPasswordInput, givenUser, type GivenUser } from './user-input.ts';
import { userEvent } from './user.events.ts';
import { toUser } from './user.message.ts';
import { userExistsIn } from './user-exists.ts';
import { applyUserChange } from './apply-user-change.ts';

type Deps = Pick<IdentityDeps, 'db' | 'keyring' | 'teams' | 'clock' | 'config' | 'hasher' | 'log'>;

const readImage = async (deps: Deps, call: CallContext, { input, given }: GivenUser) => {
  const url = input.profile_image_url;
  if (!given('profile_image_url')) return undefined;
  if (url === undefined) return { url: null };
  const image = { folder: 'user-profile-images', url, max_bytes: LARGEST_PROFILE_IMAGE };
  return prepareImage(deps.config, { ...image, access_type: call.access_type });
};

const checkSelectedTeam = async (
  deps: Deps,
  call: CallContext,
  membership: { team_id: string; user_id: string },
) => {
  const { is_member } = await deps.teams.memberships.checkMembership(membership, systemCall(...tenant(call)));
  if (!is_member) throw knownErrors.TEAM_MEMBERSHIP_NOT_FOUND(membership);
};

/** An image as its place in the order of checks wants it: refused early for clients, last for servers. */
type Image = PreparedImage | { url: null } | undefined;
type LateImage = () => Image;

const imageFor = async (deps: Deps, call: CallContext, user: GivenUser): Promise<LateImage> => {
  try {
    const image = await readImage(deps, call, user);
    return () => image;
  } catch (error) {
    if (call.access_type === 'client') throw error;
    return () => {
      throw error;
    };
  }
};

const newHash = async (deps: Deps, { input, given }: GivenUser): Promise<string | null | undefined> => {
  if (given('password_hash')) return input.password_hash ?? null;
  if (!given('password')) return undefined;
  return input.password === undefined ? null : deps.hasher.hash(input.password);
};

/** What somebody with a borrowed session would change to keep the account. */
const SIGN_IN_FIELDS = ['totp_secret_base64', 'passkey_auth_enabled', 'otp_auth_enabled'] as const;

export const updateUser =
  (deps: Deps) =>
  async (request: UpdateUserRequest, call: CallContext): Promise<User> => {
    const { user_id } = request;
    const user = givenUser(call, request);
    const image = await imageFor(deps, call, user);
    requireOwnUser(call, user_id, 'A client may change the current user only.');
    checkPasswordInput(user);
    if (SIGN_IN_FIELDS.some(user.given)) await requireFreshSession(deps, call);
    if (user.given('is_anonymous') && user.input.is_anonymous) {
      throw statusError(400, 'A regular user cannot become anonymous.');
    }
    if (!(await userExistsIn(deps.db, call, user_id))) throw knownErrors.USER_NOT_FOUND();
    const team_id = user.given('selected_team_id') ? user.input.selected_team_id : undefined;
    if (team_id !== undefined) await checkSelectedTeam(deps, call, { team_id, user_id });

    const password_hash = await newHash(deps, user);
    const { before, after } = await transaction(deps.db, async (tx) => {
      const before = await lockUser(tx, call, user_id);
      if (!before) throw knownErrors.USER_NOT_FOUND();
      const change = { user, before, password_hash, image };
      const after = await applyUserChange(deps, { tx, call }, change);
      await emit(tx, userEvent(call, 'user.updated', after));
      return { before, after };
    });
    if (before.is_anonymous && !after.is_anonymous) {
      const { display_name, primary_email } = user.input;
      await renamePersonalTeams(deps, call, {
        user_id,
        display_name: display_name || undefined,
        primary_email,
      });
    }
    return toUser(after);
  };
