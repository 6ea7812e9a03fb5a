import type { CallContext } from '@portico/platform/call';

/** A few requests to a provider that is in no hurry. */
const PROVIDER_MILLIS = 30_000;

/** For calls that ask a provider before they answer. */
export const patientWithProvider = (call: CallContext): CallContext => ({
  ...call,
  deadline_millis: Date.now() + PROVIDER_MILLIS,
});
