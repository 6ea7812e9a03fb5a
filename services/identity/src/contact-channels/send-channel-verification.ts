import type { CallContext } from '@portico/platform/call';
import { transaction } from '@portico/platform/db/sql';
import { statusError } from '@portico/platform/errors';
import { knownErrors } from '@portico/platform/known-errors';
import type {
  SendChannelVerificationRequest,
  VerificationSent,
} from '@portico/proto/identity/v1/contact_channels';
import { readConfig, readSettings } from '../config/read-config.ts';
import type { IdentityDeps } from '../deps.ts';
import { handOverMail } from '../mails/hand-over-mail.ts';
import { requireTrustedUrl } from '../redirects/trusted-url.ts';
import { selectUser, type UserRow } from '../users/select-user.ts';
import { findContactChannels } from './contact-channel.ts';
import { requestVerification } from './request-verification.ts';

type Deps = Pick<IdentityDeps, 'db' | 'keyring' | 'clock' | 'email'>;

/** Sends the mail once everything about the request has been found in order. */
export const sendVerification = async (
  { db, keyring, clock, email }: Deps,
  call: CallContext,
  request: { user: UserRow; email: string; callback_url: string },
): Promise<void> => {
  requireTrustedUrl(request.callback_url, await readSettings(db, call));
  const mail = await transaction(db, async (tx) => {
    const { project } = await readConfig({ db: tx, keyring }, call);
    const details = { keyring, now: clock.now(), project_display_name: project.display_name };
    return requestVerification(tx, call, { ...request, ...details });
  });
  await handOverMail({ email }, call, mail);
};

/** Who may ask, and for whom: clients for themselves only. */
const checkCaller = (call: CallContext, user_id: string): void => {
  if (call.access_type !== 'client') return;
  if (call.user_id === undefined) throw knownErrors.CANNOT_GET_OWN_USER_WITHOUT_USER();
  if (call.user_id !== user_id)
    throw statusError(400, 'A client may verify addresses of the current user only.');
};

export const sendChannelVerification =
  (deps: Deps) =>
  async (request: SendChannelVerificationRequest, call: CallContext): Promise<VerificationSent> => {
    const { user_id, contact_channel_id, callback_url } = request;
    checkCaller(call, user_id);
    const user = await selectUser(deps.db, call, user_id);
    if (!user) throw knownErrors.USER_ID_DOES_NOT_EXIST({ user_id });
    const [channel] = await findContactChannels(deps.db, call, { user_id, contact_channel_id });
    if (channel?.type !== 'email') throw statusError(404, 'The user has no such contact channel.');
    if (channel.is_verified) throw knownErrors.EMAIL_ALREADY_VERIFIED();
    await sendVerification(deps, call, { user, email: channel.value, callback_url });
    return {};
  };
