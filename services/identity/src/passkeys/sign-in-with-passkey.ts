import type { CallContext } from '@portico/platform/call';
import { sql, transaction } from '@portico/platform/db/sql';
import { knownErrors } from '@portico/platform/known-errors';
import type { SignInWithPasskeyRequest } from '@portico/proto/identity/v1/passkeys';
import type { SignInResult } from '@portico/proto/identity/v1/sessions';
import { verifyAuthenticationResponse, type AuthenticationResponseJSON } from '@simplewebauthn/server';
import { readSettings } from '../config/read-config.ts';
import type { BranchSettings } from '../config/settings.ts';
import { tenant, type Db, type IdentityDeps } from '../deps.ts';
import { beginSession, readTokenRow } from '../sessions/begin-session.ts';
import { checkCode, useCode } from '../verification-codes/check-code.ts';
import { readAnswer, readTrustedOrigin } from './webauthn-answer.ts';

type Deps = Pick<IdentityDeps, 'db' | 'clock' | 'signAccessToken' | 'activity'>;

interface Passkey {
  user_id: string;
  credential_id: string;
  public_key: string;
  counter: number;
}

const refused = () => knownErrors.PASSKEY_AUTHENTICATION_FAILED();

/** The credential names the user; what the browser says about the user does not count. */
const findPasskey = async (db: Db, call: CallContext, credential_id: unknown): Promise<Passkey> => {
  if (typeof credential_id !== 'string') throw refused();
  const [passkey] = await sql(db).query<Passkey>(
    `select user_id, credential_id, public_key, counter from passkeys
     where project_id = $1 and branch_id = $2 and credential_id = $3`,
    [...tenant(call), credential_id],
  );
  if (!passkey) throw refused();
  return passkey;
};

/** @returns the authenticator's count of its uses. */
const verify = async (
  answer: Record<string, unknown>,
  expected: { passkey: Passkey; challenge: string; settings: BranchSettings },
): Promise<number> => {
  const { passkey, challenge, settings } = expected;
  try {
    const { origin, host } = readTrustedOrigin(answer, settings);
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: false,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
    });
    if (verified) return authenticationInfo.newCounter;
  } catch {
    // Whatever does not fit is the caller's, and all of it is one answer.
  }
  throw refused();
};

/** A counter never goes back, also not between two sign-ins at once. */
const saveCounter = async (
  db: Db,
  call: CallContext,
  { credential_id, counter }: { credential_id: string; counter: number },
): Promise<void> => {
  const saved = await sql(db).execute(
    `update passkeys set counter = $4
     where project_id = $1 and branch_id = $2 and credential_id = $3 and (counter < $4 or (counter = 0 and $4 = 0))`,
    [...tenant(call), credential_id, counter],
  );
  if (saved === 0) throw refused();
};

export const signInWithPasskey =
  (deps: Deps) =>
  async ({ credential, code }: SignInWithPasskeyRequest, call: CallContext): Promise<SignInResult> => {
    const { db } = deps;
    const { id, data } = await checkCode(deps, call, { type: 'passkey_sign_in', code });
    const settings = await readSettings(db, call);
    if (!settings.allow_passkey) throw knownErrors.PASSKEY_AUTHENTICATION_NOT_ENABLED();
    await transaction(db, (tx) => useCode(tx, call, { id, now: deps.clock.now() }));
    const answer = readAnswer(credential);
    const passkey = await findPasskey(db, call, answer.id);
    const { user_id, credential_id } = passkey;
    const counter = await verify(answer, { passkey, challenge: String(data.challenge), settings });
    await saveCounter(db, call, { credential_id, counter });
    const token = await readTokenRow(db, call, user_id);
    const signIn = { is_new_user: false, reason: 'passkey' };
    const result = token && (await beginSession(deps)(call, token, signIn));
    // The user went away with the passkey in hand.
    if (!result) throw refused();
    return result;
  };
