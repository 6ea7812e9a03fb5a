/** Our own authorization codes: what an application gets at its redirect URI, stored hashed. */
import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { sha256Hex } from '@portico/platform/hash';
import { randomBytes } from 'node:crypto';
import { tenant, type Db } from '../deps.ts';

const LIFETIME_MILLIS = 300_000;

export interface NewAuthorizationCode {
  user_id: string;
  redirect_uri: string;
  code_challenge: string;
  code_challenge_method: string;
  is_new_user: boolean;
  after_callback_redirect_url?: string;
  now: number;
}

export interface AuthorizationCodeRow {
  code_hash: string;
  user_id: string;
  redirect_uri: string;
  code_challenge: string;
  code_challenge_method: string;
  is_new_user: boolean;
  after_callback_redirect_url: string | null;
  expires_at_millis: number;
  used_at_millis: number | null;
  session_id: string | null;
}

export const storeAuthorizationCode = async (
  db: Db,
  call: CallContext,
  fresh: NewAuthorizationCode,
): Promise<string> => {
  const code = randomBytes(32).toString('hex');
  await sql(db).execute(
    `insert into oauth_authorization_codes (
       project_id, branch_id, code_hash, user_id, redirect_uri, code_challenge, code_challenge_method,
       is_new_user, after_callback_redirect_url, expires_at_millis)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ...tenant(call),
      sha256Hex(code),
      fresh.user_id,
      fresh.redirect_uri,
      fresh.code_challenge,
      fresh.code_challenge_method,
      fresh.is_new_user,
      fresh.after_callback_redirect_url ?? null,
      fresh.now + LIFETIME_MILLIS,
    ],
  );
  return code;
};

export const findAuthorizationCode = async (
  db: Db,
  call: CallContext,
  code: string,
): Promise<AuthorizationCodeRow | undefined> => {
  const [row] = await sql(db).query<AuthorizationCodeRow>(
    `select * from oauth_authorization_codes where project_id = $1 and branch_id = $2 and code_hash = $3`,
    [...tenant(call), sha256Hex(code)],
  );
  return row;
};

/** Of any number of requests with one code, one uses it. */
export const useAuthorizationCode = async (
  db: Db,
  call: CallContext,
  { code_hash, now }: { code_hash: string; now: number },
): Promise<boolean> => {
  const used = await sql(db).execute(
    `update oauth_authorization_codes set used_at_millis = $4
     where project_id = $1 and branch_id = $2 and code_hash = $3 and used_at_millis is null`,
    [...tenant(call), code_hash, now],
  );
  return used > 0;
};

/** Notes which session the code gave, in case somebody presents it again. */
export const noteSession = async (
  db: Db,
  call: CallContext,
  { code_hash, refresh_token }: { code_hash: string; refresh_token: string },
): Promise<void> => {
  await sql(db).execute(
    `update oauth_authorization_codes c set session_id = s.id
     from sessions s
     where c.project_id = $1 and c.branch_id = $2 and c.code_hash = $3
       and s.project_id = $1 and s.branch_id = $2 and s.refresh_token_hash = $4`,
    [...tenant(call), code_hash, sha256Hex(refresh_token)],
  );
};
