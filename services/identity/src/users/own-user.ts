import type { CallContext } from '@portico/platform/call';
import { statusError } from '@portico/platform/errors';
import { knownErrors } from '@portico/platform/known-errors';

/** Clients act on the current user only. `message` is what they read when they try another one. */
export const requireOwnUser = (call: CallContext, user_id: string, message: string): void => {
  if (call.access_type !== 'client') return;
  if (call.user_id === undefined) throw knownErrors.CANNOT_GET_OWN_USER_WITHOUT_USER();
  if (call.user_id !== user_id) throw statusError(403, message);
};
