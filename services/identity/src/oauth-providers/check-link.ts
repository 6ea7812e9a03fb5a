/** The rules between one linked account and the others. */
import type { CallContext } from '@portico/platform/call';
import { isUniqueViolation } from '@portico/platform/db/sql';
import { KnownError, statusError } from '@portico/platform/errors';
import { knownErrors } from '@portico/platform/known-errors';
import type { Db } from '../deps.ts';
import {
  findAccountsOf,
  findSignInAccount,
  isSameKind,
  type OAuthAccountRow,
} from '../oauth/oauth-account.ts';

const secondSignIn = () =>
  statusError(400, 'The user signs in with another account of this provider type already.');
const linkedTwice = () => statusError(400, 'This account is linked to the user already.');
const takenElsewhere = () => knownErrors.OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN();

/** The link as it will be. Without an id it is a new one. */
export type PlannedLink = Omit<OAuthAccountRow, 'id' | 'email' | 'allow_connected_accounts'> & {
  id?: string;
};

export interface GivenFields {
  allow_sign_in: boolean;
  account_id: boolean;
}

export const checkLink = async (
  db: Db,
  call: CallContext,
  { link, given }: { link: PlannedLink; given: GivenFields },
): Promise<void> => {
  const others = (await findAccountsOf(db, call, link.user_id)).filter((one) => one.id !== link.id);
  if (given.allow_sign_in && link.allow_sign_in) {
    if (others.some((one) => one.allow_sign_in && isSameKind(one, link))) throw secondSignIn();
  }
  const isSameAccount = (one: OAuthAccountRow): boolean =>
    one.provider_config_id === link.provider_config_id && one.account_id === link.account_id;
  if (given.account_id && others.some(isSameAccount)) throw linkedTwice();
  if (link.allow_sign_in && (given.allow_sign_in || given.account_id)) {
    const signsIn = await findSignInAccount(db, call, link);
    if (signsIn && signsIn.id !== link.id) throw takenElsewhere();
  }
};

/** The same rules, as the indexes state them to whoever comes second in a race. */
export const asLinkError = (error: unknown): unknown => {
  if (isUniqueViolation(error, 'oauth_accounts_user_type')) return secondSignIn();
  if (isUniqueViolation(error, 'oauth_accounts_account')) return linkedTwice();
  if (isUniqueViolation(error, 'oauth_accounts_sign_in')) return takenElsewhere();
  const isSecond =
    error instanceof KnownError && error.code === 'USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION';
  return isSecond ? secondSignIn() : error;
};
