import type { CallContext } from '@portico/platform/call';
import { randomBytes } from 'node:crypto';
import type { Db } from '../deps.ts';
import { createCode } from '../verification-codes/create-code.ts';

/** How long the browser lets its user hesitate, and how long the answer is waited for. */
export const CEREMONY_MILLIS = 60_000;
const CHALLENGE_MILLIS = 65_000;

/** No server knows the host of the site: the client kit puts it where it finds exactly this. */
export const RP_ID_PLACEHOLDER = 'THIS_VALUE_WILL_BE_REPLACED.example.com';

export interface Challenge {
  challenge: string;
  /** Finds the challenge when the answer comes. */
  code: string;
}

export const createChallenge = async (
  db: Db,
  call: CallContext,
  ceremony: { type: 'passkey_registration' | 'passkey_sign_in'; user_id?: string; now: number },
): Promise<Challenge> => {
  const { type, user_id, now } = ceremony;
  const challenge = randomBytes(32).toString('base64url');
  const data = { challenge, user_id };
  const code = await createCode(db, call, { type, lifetime_millis: CHALLENGE_MILLIS, data, now });
  return { challenge, code };
};
