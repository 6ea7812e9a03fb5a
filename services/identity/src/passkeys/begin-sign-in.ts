import type { CallContext } from '@portico/platform/call';
import { knownErrors } from '@portico/platform/known-errors';
import type { BeginPasskeyCeremonyRequest, PasskeyCeremony } from '@portico/proto/identity/v1/passkeys';
import { readSettings } from '../config/read-config.ts';
import type { IdentityDeps } from '../deps.ts';
import { CEREMONY_MILLIS, createChallenge, RP_ID_PLACEHOLDER } from './challenge.ts';

export const beginPasskeySignIn =
  ({ db, clock }: Pick<IdentityDeps, 'db' | 'clock'>) =>
  async (_request: BeginPasskeyCeremonyRequest, call: CallContext): Promise<PasskeyCeremony> => {
    const { allow_passkey } = await readSettings(db, call);
    if (!allow_passkey) throw knownErrors.PASSKEY_AUTHENTICATION_NOT_ENABLED();
    const { challenge, code } = await createChallenge(db, call, {
      type: 'passkey_sign_in',
      now: clock.now(),
    });
    const options_json = {
      challenge,
      rpId: RP_ID_PLACEHOLDER,
      timeout: CEREMONY_MILLIS,
      userVerification: 'preferred',
      allowCredentials: [],
    };
    return { options_json, code };
  };
