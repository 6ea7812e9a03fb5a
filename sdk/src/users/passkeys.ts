import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { PorticoAssertionError } from '../errors/assertion-error.ts';
import { KnownError } from '../errors/known-error.ts';
import { KnownErrors } from '../errors/known-errors.ts';
import type { KnownErrorInstance } from '../errors/known-errors.ts';
import { resultOf } from '../errors/result.ts';
import type { Result } from '../errors/result.ts';
import { createPasskey, relyingPartyId } from '../auth/webauthn.ts';
import type { Call } from '../http/api.ts';
import type { Session } from '../sessions/session.ts';
import { borrowedSession } from './create-session.ts';
import type { UserScope } from './user-scope.ts';

export interface Passkeys {
  /** Makes a passkey of this browser the user's own; an older one stops working. Needs a page. */
  registerPasskey(options?: {
    /** Default: the page's. */
    hostname?: string;
  }): Promise<
    Result<
      undefined,
      KnownErrorInstance<'PasskeyRegistrationFailed'> | KnownErrorInstance<'PasskeyWebAuthnError'>
    >
  >;
}

interface Challenge {
  readonly options_json: PublicKeyCredentialCreationOptionsJSON;
  readonly code: string;
}

const ceremonyFailure = (error: unknown): unknown =>
  KnownError.isInstance(error) || error instanceof PorticoAssertionError
    ? error
    : new KnownErrors.PasskeyRegistrationFailed(undefined, undefined, { cause: error });

const register = async (scope: UserScope, session: Session, hostname?: string): Promise<void> => {
  const call: Call = { method: 'POST', session, access: 'client' };
  const { options_json: options, code } = await scope.json<Challenge>(
    '/auth/passkey/initiate-passkey-registration',
    { ...call, body: {} },
  );
  const rp = { ...options.rp, id: relyingPartyId(options.rp.id, hostname) };
  const credential = await createPasskey({ ...options, rp }).catch((error: unknown) => {
    throw ceremonyFailure(error);
  });
  await scope.send('/auth/passkey/register', { ...call, body: { credential, code } });
};

export const passkeys = (scope: UserScope): Passkeys => ({
  registerPasskey: ({ hostname } = {}) =>
    resultOf(
      async () => {
        if (scope.ownSession) await register(scope, scope.ownSession, hostname);
        else await borrowedSession(scope, (session) => register(scope, session, hostname));
        await scope.refreshUser();
        return undefined;
      },
      [KnownErrors.PasskeyRegistrationFailed, KnownErrors.PasskeyWebAuthnError] as const,
    ),
});
