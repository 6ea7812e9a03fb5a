/** Tokens of providers: sealed, kept with the scopes that were asked for. */
import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { newUuid } from '@portico/platform/ids';
import type { Keyring } from '@portico/platform/keyring';
import { tenant, type Db } from '../deps.ts';
import type { ProviderTokens } from './request-tokens.ts';

const placeOf = (call: CallContext, id: string): string =>
  `oauth-token:${call.project_id}:${call.branch_id}:${id}`;

export interface StoredToken {
  id: string;
  oauth_account_id: string;
  kind: 'access' | 'refresh';
  token: string;
  scopes: string[];
}

interface NewToken {
  kind: StoredToken['kind'];
  token: string;
  expires_at_millis: number | null;
}

export interface TokensOfAccount {
  keyring: Keyring;
  oauth_account_id: string;
  tokens: Pick<ProviderTokens, 'access_token' | 'refresh_token' | 'expires_at_millis'>;
  scopes: readonly string[];
  now: number;
}

const insertToken = async (tx: Db, call: CallContext, of: TokensOfAccount & { fresh: NewToken }) => {
  const { keyring, oauth_account_id, scopes, now, fresh } = of;
  const id = newUuid();
  await sql(tx).execute(
    `insert into oauth_provider_tokens (
       project_id, branch_id, id, oauth_account_id, kind, token_sealed, scopes, created_at_millis, expires_at_millis)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...tenant(call),
      id,
      oauth_account_id,
      fresh.kind,
      keyring.seal(fresh.token, placeOf(call, id)),
      [...scopes],
      now,
      fresh.expires_at_millis,
    ],
  );
};

/** Older tokens stay. */
export const storeTokens = async (tx: Db, call: CallContext, of: TokensOfAccount): Promise<void> => {
  const { access_token, refresh_token, expires_at_millis } = of.tokens;
  if (refresh_token !== null) {
    const fresh = { kind: 'refresh' as const, token: refresh_token, expires_at_millis: null };
    await insertToken(tx, call, { ...of, fresh });
  }
  const fresh = { kind: 'access' as const, token: access_token, expires_at_millis };
  await insertToken(tx, call, { ...of, fresh });
};

export interface TokenFilter {
  keyring: Keyring;
  account_ids: readonly string[];
  scopes: readonly string[];
  /** Access tokens have to live longer than until then. */
  alive_at_millis: number;
}

/** Those nobody found invalid yet, newest first. */
export const findTokens = async (
  db: Db,
  call: CallContext,
  { keyring, account_ids, scopes, alive_at_millis }: TokenFilter,
): Promise<StoredToken[]> => {
  const rows = await sql(db).query<Omit<StoredToken, 'token'> & { token_sealed: string }>(
    `select * from oauth_provider_tokens
     where project_id = $1 and branch_id = $2 and oauth_account_id = any($3::uuid[]) and is_valid
       and scopes @> $4::text[] and (expires_at_millis is null or expires_at_millis > $5)
     order by created_at_millis desc, id`,
    [...tenant(call), [...account_ids], [...scopes], alive_at_millis],
  );
  return rows.map(({ token_sealed, ...row }) => ({
    ...row,
    token: keyring.open(token_sealed, placeOf(call, row.id)),
  }));
};

export const markInvalid = async (db: Db, call: CallContext, id: string): Promise<void> => {
  await sql(db).execute(
    `update oauth_provider_tokens set is_valid = false where project_id = $1 and branch_id = $2 and id = $3`,
    [...tenant(call), id],
  );
};

/**
 * Takes a refresh token for a moment. Many providers exchange one for another and end the whole grant
 * when they see the old one again, so two requests must not present it side by side.
 */
export const claimToken = async (
  db: Db,
  call: CallContext,
  { id, now, until }: { id: string; now: number; until: number },
): Promise<boolean> => {
  const claimed = await sql(db).execute(
    `update oauth_provider_tokens set claimed_until_millis = $5
     where project_id = $1 and branch_id = $2 and id = $3 and is_valid
       and (claimed_until_millis is null or claimed_until_millis <= $4)`,
    [...tenant(call), id, now, until],
  );
  return claimed > 0;
};

export const releaseToken = async (db: Db, call: CallContext, id: string): Promise<void> => {
  await sql(db).execute(
    `update oauth_provider_tokens set claimed_until_millis = null
     where project_id = $1 and branch_id = $2 and id = $3`,
    [...tenant(call), id],
  );
};
