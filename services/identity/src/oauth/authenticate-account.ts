/** Decides which user an account of a provider signs in: its own, one it is merged into, or a new one. */
import type { CallContext } from '@portico/platform/call';
import { transaction } from '@portico/platform/db/sql';
import { KnownError } from '@portico/platform/errors';
import { newUuid } from '@portico/platform/ids';
import { knownErrors } from '@portico/platform/known-errors';
import type { EntityManager } from 'typeorm';
import { findAuthChannel, type AuthChannel } from '../contact-channels/find-auth-channel.ts';
import type { IdentityDeps } from '../deps.ts';
import { normaliseEmail } from '../users/email-address.ts';
import { insertUser } from '../users/insert-user.ts';
import { tryProvisionUser } from '../users/provision-user.ts';
import { renamePersonalTeams } from '../users/rename-personal-teams.ts';
import { lockUser, type UserRow } from '../users/select-user.ts';
import { upgradeUser } from '../users/upgrade-user.ts';
import { accountOf, type Arrival, type Arrived } from './arrival.ts';
import { findAccountsOf, findSignInAccount, insertAccount, isSameKind } from './oauth-account.ts';
import { storeTokens } from './provider-token.ts';

type Deps = Pick<IdentityDeps, 'db' | 'keyring' | 'teams' | 'clock' | 'log'>;

interface Scope {
  tx: EntityManager;
  call: CallContext;
  now: number;
}

interface Decision {
  user_id: string;
  oauth_account_id: string;
  /** Set for a sign-up. */
  created?: { user: UserRow; is_upgrade: boolean };
}

const emailInUse = (email: string, would_work_if_email_was_verified: boolean) =>
  knownErrors.CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE({
    type: 'email',
    contact_channel_value: email,
    would_work_if_email_was_verified,
  });

/** Both sides have to have proven that the address is theirs, or one of them could take over the other. */
const merge = async ({ tx, call, now }: Scope, arrival: Arrival, channel: AuthChannel): Promise<Decision> => {
  const { settings, profile } = arrival;
  if (settings.account_merge_strategy !== 'link_method') throw emailInUse(channel.value, false);
  if (!channel.is_verified) throw emailInUse(channel.value, true);
  if (!profile.email_verified) throw emailInUse(channel.value, false);
  const { user_id } = channel;
  await lockUser(tx, call, user_id);
  const account = accountOf(arrival);
  const own = await findAccountsOf(tx, call, user_id);
  const same = own.find(
    (one) => one.provider_config_id === account.provider_config_id && one.account_id === account.account_id,
  );
  // Another request of the same person has just made it.
  if (same?.allow_sign_in) return { user_id, oauth_account_id: same.id };
  // The user has turned signing in with this very account off.
  if (same) throw emailInUse(channel.value, false);
  if (own.some((one) => one.allow_sign_in && isSameKind(one, account))) {
    throw knownErrors.USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION();
  }
  const { id } = await insertAccount(tx, call, { ...account, user_id, now });
  return { user_id, oauth_account_id: id };
};

const emailFor = ({ profile }: Arrival, used_for_auth: boolean) =>
  profile.email === null
    ? undefined
    : { value: normaliseEmail(profile.email), is_verified: profile.email_verified, used_for_auth };

/** An anonymous visitor becomes the account; anybody else gets a new one. */
const signUp = async (scope: Scope, arrival: Arrival, used_for_auth: boolean): Promise<Decision> => {
  const { tx, call, now } = scope;
  const { settings, profile } = arrival;
  if (!settings.allow_sign_up) throw knownErrors.SIGN_UP_NOT_ENABLED();
  const { display_name, profile_image_url } = profile;
  const email = emailFor(arrival, used_for_auth);
  const account = accountOf(arrival);
  const visitor = call.user_id === undefined ? undefined : await lockUser(tx, call, call.user_id);
  if (visitor?.is_anonymous) {
    const { id } = await insertAccount(tx, call, { ...account, user_id: visitor.id, now });
    const user = await upgradeUser(tx, call, { email, display_name, profile_image_url, now });
    if (!user) throw knownErrors.USER_NOT_FOUND();
    return { user_id: user.id, oauth_account_id: id, created: { user, is_upgrade: true } };
  }
  const oauth_account_id = newUuid();
  const user = await insertUser(tx, call, {
    email,
    now,
    oauth_accounts: [{ ...account, id: oauth_account_id }],
    columns: { id: newUuid(), display_name, profile_image_url },
  });
  return { user_id: user.id, oauth_account_id, created: { user, is_upgrade: false } };
};

const decide = async (scope: Scope, arrival: Arrival): Promise<Decision> => {
  const { tx, call } = scope;
  const known = await findSignInAccount(tx, call, accountOf(arrival));
  if (known) return { user_id: known.user_id, oauth_account_id: known.id };
  const { email } = arrival.profile;
  const channel = email === null ? undefined : await findAuthChannel(tx, call, email);
  if (!channel) return signUp(scope, arrival, email !== null);
  if (arrival.settings.account_merge_strategy === 'allow_duplicates') return signUp(scope, arrival, false);
  return merge(scope, arrival, channel);
};

const ATTEMPTS = 3;
/** What a unique index says when another request got there first; the next look finds its result. */
const RACES: readonly string[] = [
  'OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN',
  'USER_EMAIL_ALREADY_EXISTS',
];

const decideAndStore = async (deps: Deps, call: CallContext, arrival: Arrival): Promise<Decision> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(deps.db, async (tx) => {
        const now = deps.clock.now();
        const decision = await decide({ tx, call, now }, arrival);
        const { tokens, scopes } = arrival;
        const { oauth_account_id } = decision;
        await storeTokens(tx, call, { keyring: deps.keyring, oauth_account_id, tokens, scopes, now });
        return decision;
      });
    } catch (error) {
      const isRace = error instanceof KnownError && RACES.includes(error.code);
      if (!isRace || attempt === ATTEMPTS) throw error;
    }
  }
};

export const authenticateAccount =
  (deps: Deps) =>
  async (call: CallContext, arrival: Arrival): Promise<Arrived> => {
    const { user_id, created } = await decideAndStore(deps, call, arrival);
    if (created?.is_upgrade) {
      const { display_name, email } = arrival.profile;
      await renamePersonalTeams(deps, call, {
        user_id,
        display_name: display_name ?? undefined,
        primary_email: email === null ? undefined : normaliseEmail(email),
      });
    } else if (created) {
      await tryProvisionUser(deps)(call, created.user);
    }
    return { user_id, is_new_user: created !== undefined };
  };
