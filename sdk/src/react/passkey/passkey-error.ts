import { KnownErrors } from '../../errors/known-errors.ts';
import type { Text } from '../locales/en.ts';

/** What to tell about a failed ceremony, in words people know. */
export const passkeyErrorText = (error: unknown): Text => {
  if (KnownErrors.PasskeyAuthenticationFailed.isInstance(error)) return 'This passkey is not known here.';
  if (!KnownErrors.PasskeyWebAuthnError.isInstance(error))
    return 'The passkey did not work. Please try again.';
  const code = error.details?.code;
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This device has a passkey for this account already.';
  return 'The passkey was not used. Please try again.';
};
