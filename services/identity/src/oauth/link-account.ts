import type { CallContext } from '@portico/platform/call';
import { transaction } from '@portico/platform/db/sql';
import { knownErrors } from '@portico/platform/known-errors';
import type { EntityManager } from 'typeorm';
import type { IdentityDeps } from '../deps.ts';
import { lockUser } from '../users/select-user.ts';
import { accountOf, type Arrival, type Arrived } from './arrival.ts';
import { findAccountsOf, findSignInAccount, insertAccount, isSameKind } from './oauth-account.ts';
import { storeTokens } from './provider-token.ts';

type Deps = Pick<IdentityDeps, 'db' | 'keyring' | 'clock'>;

/** The user's row of this account, made when there is none. */
const ownAccount = async (
  tx: EntityManager,
  call: CallContext,
  link: { arrival: Arrival; user_id: string; now: number },
): Promise<string> => {
  const { arrival, user_id, now } = link;
  const account = accountOf(arrival);
  const signsIn = await findSignInAccount(tx, call, account);
  if (signsIn && signsIn.user_id !== user_id) {
    throw knownErrors.OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER();
  }
  if (signsIn) return signsIn.id;
  const own = await findAccountsOf(tx, call, user_id);
  const same = own.find(
    (one) => one.provider_config_id === account.provider_config_id && one.account_id === account.account_id,
  );
  if (same) return same.id;
  if (own.some((one) => one.allow_sign_in && isSameKind(one, account))) {
    throw knownErrors.USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION();
  }
  return (await insertAccount(tx, call, { ...account, user_id, now })).id;
};

/** Ties the account to the user who started the round trip. Doing it again widens the scopes. */
export const linkAccount =
  ({ db, keyring, clock }: Deps) =>
  async (call: CallContext, arrival: Arrival): Promise<Arrived> => {
    const user_id = call.user_id ?? '';
    const now = clock.now();
    await transaction(db, async (tx) => {
      if (!(await lockUser(tx, call, user_id))) throw knownErrors.USER_NOT_FOUND();
      const oauth_account_id = await ownAccount(tx, call, { arrival, user_id, now });
      const { tokens, scopes } = arrival;
      await storeTokens(tx, call, { keyring, oauth_account_id, tokens, scopes, now });
    });
    return { user_id, is_new_user: false };
  };
