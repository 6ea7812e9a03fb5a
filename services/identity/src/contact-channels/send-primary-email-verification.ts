import type { CallContext } from '@portico/platform/call';
import { knownErrors } from '@portico/platform/known-errors';
import type {
  SendPrimaryEmailVerificationRequest,
  VerificationSent,
} from '@portico/proto/identity/v1/contact_channels';
import type { IdentityDeps } from '../deps.ts';
import { selectUser } from '../users/select-user.ts';
import { sendVerification } from './send-channel-verification.ts';

/** The same for the current user's primary address, which the caller has to name exactly. */
export const sendPrimaryEmailVerification =
  (deps: Pick<IdentityDeps, 'db' | 'keyring' | 'clock' | 'email'>) =>
  async (request: SendPrimaryEmailVerificationRequest, call: CallContext): Promise<VerificationSent> => {
    const { email, callback_url } = request;
    const user = call.user_id === undefined ? undefined : await selectUser(deps.db, call, call.user_id);
    if (!user) throw knownErrors.USER_AUTHENTICATION_REQUIRED();
    const { primary_email } = user;
    if (primary_email === null || email !== primary_email) {
      throw knownErrors.EMAIL_IS_NOT_PRIMARY_EMAIL({ email, primary_email });
    }
    if (user.primary_email_verified) throw knownErrors.EMAIL_ALREADY_VERIFIED();
    await sendVerification(deps, call, { user, email: primary_email, callback_url });
    return {};
  };
