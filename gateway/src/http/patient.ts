import type { CallContext } from '@portico/platform/call';

/** As long as a mail takes that succeeds, or is given up, at the last try. */
const MAIL_MILLIS = 15_000;

/** For calls that answer when a mail has left. */
export const patient = (call: CallContext): CallContext => ({
  ...call,
  deadline_millis: Date.now() + MAIL_MILLIS,
});
