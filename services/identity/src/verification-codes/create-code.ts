/** One mechanism for every code that is sent or handed out: stored hashed, single use, bounded tries. */
import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { sha256Hex } from '@portico/platform/hash';
import { newSecret, newUuid } from '@portico/platform/ids';
import { tenant, type Db } from '../deps.ts';

/** A code is found under its own type only, so one made for one purpose is unknown to the others. */
export type CodeType =
  | 'contact_channel_verification'
  | 'mfa'
  | 'one_time_password'
  | 'passkey_registration'
  | 'passkey_sign_in'
  | 'password_reset';

/** Characters before the nonce: the part people can type. */
export const TYPED_CHARACTERS = 6;

export const WEEK_MILLIS = 7 * 86_400_000;

export interface NewCode {
  type: CodeType;
  lifetime_millis: number;
  method?: object;
  data: object;
  redirect_url?: string;
  /** The address or user it is about, for what happens to all codes of one subject. */
  subject?: string;
  /** Codes with the same one are used up together. */
  pair_id?: string;
  now: number;
}

export const hashesOf = (code: string) => ({
  code_hash: sha256Hex(code),
  nonce_hash: sha256Hex(code.slice(TYPED_CHARACTERS)),
});

/** @returns the code, which is nowhere else from then on. */
export const createCode = async (db: Db, call: CallContext, fresh: NewCode): Promise<string> => {
  const code = newSecret();
  const { code_hash, nonce_hash } = hashesOf(code);
  await sql(db).execute(
    `insert into verification_codes (
       project_id, branch_id, id, type, code_hash, nonce_hash, method, data, redirect_url,
       created_at_millis, expires_at_millis, subject, pair_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      ...tenant(call),
      newUuid(),
      fresh.type,
      code_hash,
      nonce_hash,
      JSON.stringify(fresh.method ?? {}),
      JSON.stringify(fresh.data),
      fresh.redirect_url ?? null,
      fresh.now,
      fresh.now + fresh.lifetime_millis,
      fresh.subject ?? null,
      fresh.pair_id ?? null,
    ],
  );
  return code;
};

/** The callback with the code in it; its other parameters and its fragment stay. */
export const linkWithCode = (callback_url: string, code: string): string => {
  const link = new URL(callback_url);
  link.searchParams.set('code', code);
  return link.toString();
};
