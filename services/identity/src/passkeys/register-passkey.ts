import type { CallContext } from '@portico/platform/call';
import { isUniqueViolation, sql, transaction } from '@portico/platform/db/sql';
import { knownErrors } from '@portico/platform/known-errors';
import type { PasskeyRegistered, RegisterPasskeyRequest } from '@portico/proto/identity/v1/passkeys';
import {
  SettingsService,
  verifyRegistrationResponse,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { readSettings } from '../config/read-config.ts';
import type { BranchSettings } from '../config/settings.ts';
import { tenant, type Db, type IdentityDeps } from '../deps.ts';
import { notifyOfChange } from '../mails/notify-of-change.ts';
import { selectUser } from '../users/select-user.ts';
import { userExistsIn } from '../users/user-exists.ts';
import { checkCode, useCode } from '../verification-codes/check-code.ts';
import { ALGORITHMS } from './begin-registration.ts';
import { readAnswer, readTrustedOrigin } from './webauthn-answer.ts';

// No attestation is asked for, so none is traced to its maker. Tracing would also fetch revocation
// lists from wherever a certificate of the caller's making says.
for (const identifier of ['android-key', 'android-safetynet', 'apple', 'mds'] as const) {
  SettingsService.setRootCertificates({ identifier, certificates: [] });
}

interface Answer {
  credential: unknown;
  challenge: string;
  settings: BranchSettings;
}

const verify = async ({ credential, challenge, settings }: Answer) => {
  try {
    const answer = readAnswer(credential);
    const { origin, host } = readTrustedOrigin(answer, settings);
    const { registrationInfo } = await verifyRegistrationResponse({
      response: answer as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo) return registrationInfo;
  } catch {
    // Whatever does not fit is the caller's, and all of it is one answer.
  }
  throw knownErrors.PASSKEY_REGISTRATION_FAILED();
};

type Verified = Awaited<ReturnType<typeof verify>>;

const transportsOf = (transports: unknown): string[] =>
  Array.isArray(transports)
    ? transports.filter((one): one is string => typeof one === 'string').slice(0, 16)
    : [];

/** The user's one passkey, new or in the place of an older one. */
const storePasskey = async (
  db: Db,
  call: CallContext,
  { user_id, verified, now }: { user_id: string; verified: Verified; now: number },
): Promise<void> => {
  const { credential, credentialDeviceType } = verified;
  try {
    await sql(db).execute(
      `insert into passkeys (project_id, branch_id, user_id, credential_id, public_key, user_handle,
         transports, device_type, counter, created_at_millis)
       values ($1, $2, $3, $4, $5, $4, $6, $7, $8, $9)
       on conflict (project_id, branch_id, user_id) do update set
         credential_id = excluded.credential_id, public_key = excluded.public_key,
         user_handle = excluded.user_handle, transports = excluded.transports,
         device_type = excluded.device_type, counter = excluded.counter,
         created_at_millis = excluded.created_at_millis`,
      [
        ...tenant(call),
        user_id,
        credential.id,
        Buffer.from(credential.publicKey).toString('base64url'),
        transportsOf(credential.transports),
        credentialDeviceType,
        credential.counter,
        now,
      ],
    );
  } catch (error) {
    // Somebody else's passkey: it would sign in whoever registered it last.
    if (isUniqueViolation(error, 'passkeys_credential')) throw knownErrors.PASSKEY_REGISTRATION_FAILED();
    throw error;
  }
};

/** The challenge belongs to the user who asked for it, and is spent whatever the answer is worth. */
export const registerPasskey =
  ({ db, keyring, clock }: Pick<IdentityDeps, 'db' | 'keyring' | 'clock'>) =>
  async ({ credential, code }: RegisterPasskeyRequest, call: CallContext): Promise<PasskeyRegistered> => {
    const { id, data } = await checkCode({ db, clock }, call, { type: 'passkey_registration', code });
    const settings = await readSettings(db, call);
    if (!settings.allow_passkey) throw knownErrors.PASSKEY_AUTHENTICATION_NOT_ENABLED();
    const { user_id } = call;
    if (user_id === undefined || !(await userExistsIn(db, call, user_id))) {
      throw knownErrors.USER_AUTHENTICATION_REQUIRED();
    }
    if (data.user_id !== user_id) throw knownErrors.PASSKEY_REGISTRATION_FAILED();
    const now = clock.now();
    await transaction(db, (tx) => useCode(tx, call, { id, now }));
    const verified = await verify({ credential, challenge: String(data.challenge), settings });
    await transaction(db, async (tx) => {
      await storePasskey(tx, call, { user_id, verified, now });
      const user = await selectUser(tx, call, user_id);
      if (user) await notifyOfChange(tx, call, { keyring, user, change: 'A passkey has been added.' });
    });
    return { user_handle: verified.credential.id };
  };
