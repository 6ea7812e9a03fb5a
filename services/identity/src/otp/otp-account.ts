import type { CallContext } from '@portico/platform/call';
import { statusError } from '@portico/platform/errors';
import { knownErrors } from '@portico/platform/known-errors';
import type { BranchSettings } from '../config/settings.ts';
import { findAuthChannel, type AuthChannel } from '../contact-channels/find-auth-channel.ts';
import type { Db } from '../deps.ts';

export const requireOtp = ({ allow_otp }: BranchSettings): void => {
  if (!allow_otp) throw statusError(403, 'Signing in with a code or a link is not enabled for this project.');
};

/**
 * Whom an address signs in; nobody when it is new and may become an account. Asked when the code is
 * sent and again when it comes back.
 */
export const findOtpAccount = async (
  db: Db,
  call: CallContext,
  request: { email: string; settings: BranchSettings },
): Promise<AuthChannel | undefined> => {
  const { email, settings } = request;
  const account = await findAuthChannel(db, call, email);
  if (account && !account.is_verified) {
    throw knownErrors.USER_EMAIL_ALREADY_EXISTS({
      email: account.value,
      would_work_if_email_was_verified: true,
    });
  }
  if (!account && !settings.allow_sign_up) throw knownErrors.SIGN_UP_NOT_ENABLED();
  return account;
};
