import type { CallContext } from '@portico/platform/call';
import { knownErrors } from '@portico/platform/known-errors';
import type { BeginPasskeyCeremonyRequest, PasskeyCeremony } from '@portico/proto/identity/v1/passkeys';
import { readConfig, readSettings } from '../config/read-config.ts';
import type { IdentityDeps } from '../deps.ts';
import { requireFreshSession } from '../sessions/require-fresh-session.ts';
import { selectUser } from '../users/select-user.ts';
import { CEREMONY_MILLIS, createChallenge, RP_ID_PLACEHOLDER } from './challenge.ts';

/** Ed25519, ECDSA and RSA, the best first. */
export const ALGORITHMS = [-8, -7, -257];

const NAMELESS = 'Account';

export const beginPasskeyRegistration =
  ({ db, keyring, clock }: Pick<IdentityDeps, 'db' | 'keyring' | 'clock'>) =>
  async (_request: BeginPasskeyCeremonyRequest, call: CallContext): Promise<PasskeyCeremony> => {
    const { allow_passkey } = await readSettings(db, call);
    if (call.user_id === undefined) throw knownErrors.USER_AUTHENTICATION_REQUIRED();
    if (!allow_passkey) throw knownErrors.PASSKEY_AUTHENTICATION_NOT_ENABLED();
    const user = await selectUser(db, call, call.user_id);
    if (!user) throw knownErrors.USER_NOT_FOUND();
    await requireFreshSession({ db, clock }, call);
    const { project } = await readConfig({ db, keyring }, call);
    const now = clock.now();
    const { challenge, code } = await createChallenge(db, call, {
      type: 'passkey_registration',
      user_id: user.id,
      now,
    });
    const name = user.display_name ?? user.primary_email ?? NAMELESS;
    const options_json = {
      challenge,
      rp: { id: RP_ID_PLACEHOLDER, name: project.display_name },
      user: { id: Buffer.from(user.id, 'utf8').toString('base64url'), name, displayName: name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
      timeout: CEREMONY_MILLIS,
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'preferred',
      },
      extensions: { credProps: true },
    };
    return { options_json, code };
  };
