import type { CallContext } from '@portico/platform/call';
import type { Keyring } from '@portico/platform/keyring';
import type { Event } from '@portico/proto/events/v1/event';
import type { EntityManager } from 'typeorm';
import { orderMail } from '../mails/order-mail.ts';
import { createCode, linkWithCode, WEEK_MILLIS } from '../verification-codes/create-code.ts';

export interface VerificationRequest {
  keyring: Keyring;
  user: { id: string; display_name: string | null };
  /** As the channel has it. */
  email: string;
  callback_url: string;
  project_display_name: string;
  now: number;
}

/** Stores a code and orders the mail that carries it, both or neither. */
export const requestVerification = async (
  tx: EntityManager,
  call: CallContext,
  { keyring, user, email, callback_url, project_display_name, now }: VerificationRequest,
): Promise<Event> => {
  const code = await createCode(tx, call, {
    type: 'contact_channel_verification',
    lifetime_millis: WEEK_MILLIS,
    method: { email },
    data: { user_id: user.id },
    redirect_url: callback_url,
    now,
  });
  const variables = {
    emailVerificationLink: linkWithCode(callback_url, code),
    projectDisplayName: project_display_name,
    userDisplayName: user.display_name ?? '',
  };
  const mail = { to: email, template_key: 'email_verification', user_id: user.id, variables };
  return orderMail(tx, call, { ...mail, keyring });
};
