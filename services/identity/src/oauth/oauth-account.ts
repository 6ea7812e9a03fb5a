/** Rows of the accounts that users have elsewhere. */
import type { CallContext } from '@portico/platform/call';
import { isUniqueViolation, sql } from '@portico/platform/db/sql';
import { newUuid } from '@portico/platform/ids';
import { knownErrors } from '@portico/platform/known-errors';
import { tenant, type Db } from '../deps.ts';
import { OPENID_TYPE } from './provider-types.ts';

export interface OAuthAccountRow {
  id: string;
  user_id: string;
  provider_config_id: string;
  provider_type: string;
  account_id: string;
  email: string | null;
  allow_sign_in: boolean;
  allow_connected_accounts: boolean;
}

interface AccountKey {
  provider_config_id: string;
  account_id: string;
}

/** The account that signs somebody in; there is one at most. */
export const findSignInAccount = async (
  db: Db,
  call: CallContext,
  { provider_config_id, account_id }: AccountKey,
): Promise<OAuthAccountRow | undefined> => {
  const [row] = await sql(db).query<OAuthAccountRow>(
    `select * from oauth_accounts
     where project_id = $1 and branch_id = $2 and provider_config_id = $3 and account_id = $4 and allow_sign_in`,
    [...tenant(call), provider_config_id, account_id],
  );
  return row;
};

/** Oldest first. */
export const findAccountsOf = (db: Db, call: CallContext, user_id: string): Promise<OAuthAccountRow[]> =>
  sql(db).query<OAuthAccountRow>(
    `select * from oauth_accounts where project_id = $1 and branch_id = $2 and user_id = $3
     order by created_at_millis, id`,
    [...tenant(call), user_id],
  );

/** Of one type, a user signs in with one account. OpenID providers are types of their own each. */
export const isSameKind = (
  a: Pick<OAuthAccountRow, 'provider_config_id' | 'provider_type'>,
  b: Pick<OAuthAccountRow, 'provider_config_id' | 'provider_type'>,
): boolean =>
  a.provider_type === b.provider_type &&
  (a.provider_type !== OPENID_TYPE || a.provider_config_id === b.provider_config_id);

export interface NewAccount extends AccountKey {
  user_id: string;
  provider_type: string;
  email: string | null;
  allow_sign_in?: boolean;
  allow_connected_accounts?: boolean;
  now: number;
}

/** @throws the conflict that another request brought about since the caller looked. */
export const insertAccount = async (
  tx: Db,
  call: CallContext,
  account: NewAccount,
): Promise<OAuthAccountRow> => {
  const { allow_sign_in = true, allow_connected_accounts = true } = account;
  try {
    const [row] = await sql(tx).query<OAuthAccountRow>(
      `insert into oauth_accounts (
         project_id, branch_id, id, user_id, provider_config_id, provider_type, account_id, email,
         allow_sign_in, allow_connected_accounts, created_at_millis)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning *`,
      [
        ...tenant(call),
        newUuid(),
        account.user_id,
        account.provider_config_id,
        account.provider_type,
        account.account_id,
        account.email,
        allow_sign_in,
        allow_connected_accounts,
        account.now,
      ],
    );
    return row as OAuthAccountRow;
  } catch (error) {
    if (isUniqueViolation(error, 'oauth_accounts_user_type')) {
      throw knownErrors.USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION();
    }
    if (!isUniqueViolation(error)) throw error;
    throw knownErrors.OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN();
  }
};
