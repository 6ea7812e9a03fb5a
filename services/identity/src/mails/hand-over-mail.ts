import { systemCall, type CallContext } from '@portico/platform/call';
import { deadlineOf } from '@portico/platform/grpc/unary';
import { statusError } from '@portico/platform/errors';
import type { Event } from '@portico/proto/events/v1/event';
import { tenant, type IdentityDeps } from '../deps.ts';

/** Kept back for the answer to travel. */
const MARGIN_MILLIS = 250;

/**
 * Waits until an ordered mail has left. The order stands whatever happens here: its event brings the
 * mail on its way as well, and twice the same order is one mail.
 * @throws StatusError 400 when the mail was refused for good, 503 when that is not known in time.
 */
export const handOverMail = async (
  { email }: Pick<IdentityDeps, 'email'>,
  call: CallContext,
  event: Event,
): Promise<void> => {
  if (!email) return;
  const waiting = { ...systemCall(...tenant(call)), deadline_millis: deadlineOf(call) - MARGIN_MILLIS };
  const { is_handed_over } = await email.mail.deliverMail({ event }, waiting);
  if (is_handed_over) return;
  throw statusError(503, 'The mail is still on its way out. Please try again in a moment.', {
    'retry-after': '5',
  });
};
