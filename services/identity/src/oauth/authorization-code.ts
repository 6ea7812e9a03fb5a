/** Our own authorization codes: what an application gets at its redirect URI, stored hashed. */
import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { sha256Hex } from '@portico/platform/hash';
import { randomBytes } from 'node:crypto';
import { tenant, type Db } from '../deps.ts';
import { TOKEN_COLUMNS, type TokenRow } from '../sessions/access-token.ts';
import { JOIN_ACTIVE_KEY } from '../signing-keys/signing-key.ts';
import { JOIN_PRIMARY_EMAIL } from '../users/select-user.ts';
import { pkceChallenge } from './authorization-url.ts';

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

/** What is known of a code once it has been taken, and the user it stands for. */
export type TakenCode = TokenRow & {
  redirect_uri: string;
  is_new_user: boolean;
  after_callback_redirect_url: string | null;
};

/** The code itself, in the hands of whoever knows the verifier it was asked for with (RFC 7636 section 4.6). */
const HELD = `
  project_id = $1 and branch_id = $2 and code_hash = $3
  and code_challenge = case code_challenge_method when 'plain' then $4 else $5 end`;

const TAKE = `
  with taken as (
    update oauth_authorization_codes set used_at_millis = $6, session_id = $7
    where ${HELD} and used_at_millis is null and expires_at_millis > $6
    returning *
  )
  select ${TOKEN_COLUMNS}, t.redirect_uri, t.is_new_user, t.after_callback_redirect_url
  from taken t
  join users u on u.project_id = t.project_id and u.branch_id = t.branch_id and u.id = t.user_id
  ${JOIN_PRIMARY_EMAIL} ${JOIN_ACTIVE_KEY}`;

export interface HeldCode {
  code: string;
  /** Not empty. */
  verifier: string;
}

/** The verifier stands for both methods: itself, and its S256 challenge (RFC 7636 section 4.2). */
const heldParameters = (call: CallContext, { code, verifier }: HeldCode) => [
  ...tenant(call),
  sha256Hex(code),
  verifier,
  pkceChallenge(verifier),
];

export interface CodeToTake extends HeldCode {
  /** Of the session that is about to begin, in case somebody presents the code again. */
  session_id: string;
  now: number;
}

/** Of any number of requests with one code and its verifier, one takes it. */
export const takeAuthorizationCode = async (
  db: Db,
  call: CallContext,
  { session_id, now, ...held }: CodeToTake,
): Promise<TakenCode | undefined> => {
  const values = [...heldParameters(call, held), now, session_id];
  const [taken] = await sql(db).query<TakenCode>(TAKE, values, { name: 'take_authorization_code' });
  return taken;
};

/** What the code gave to whoever took it before. */
export const findSpentCode = async (
  db: Db,
  call: CallContext,
  held: HeldCode,
): Promise<{ session_id: string; user_id: string } | undefined> => {
  const [spent] = await sql(db).query<{ session_id: string; user_id: string }>(
    `select session_id, user_id from oauth_authorization_codes
     where ${HELD} and used_at_millis is not null and session_id is not null`,
    heldParameters(call, held),
  );
  return spent;
};
