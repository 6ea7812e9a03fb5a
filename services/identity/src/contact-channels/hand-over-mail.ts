import type { CallContext } from '@portico/platform/call';
import { StatusError } from '@portico/platform/errors';
import type { Event } from '@portico/proto/events/v1/event';
import type { Neighbours } from '../deps.ts';

/** Less than what the caller of ours waits for. */
const WAIT_MILLIS = 3_000;

/**
 * Waits until a mail that was ordered with this event has left, so that whoever gets our answer may look for it.
 * When the email service is away or slow, the event brings it the order anyway.
 * @throws StatusError 400 when the mail was refused for good.
 */
export const handOverMail = async (
  email: Neighbours['email'],
  call: CallContext,
  event: Event,
): Promise<void> => {
  const deadline_millis = Math.min(Date.now() + WAIT_MILLIS, call.deadline_millis ?? Infinity);
  try {
    await email?.mail.deliverMail({ event }, { ...call, deadline_millis });
  } catch (error) {
    if (error instanceof StatusError && error.status === 400) throw error;
  }
};
