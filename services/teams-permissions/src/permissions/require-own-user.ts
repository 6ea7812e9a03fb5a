import type { CallContext } from '@portico/platform/call';
import { statusError } from '@portico/platform/errors';
import { knownErrors } from '@portico/platform/known-errors';

/** A client lists what belongs to its own user and has to say so. */
export const requireOwnUser = (user_id: string | undefined, call: CallContext): void => {
  if (call.access_type !== 'client') return;
  if (call.user_id === undefined) throw knownErrors.CANNOT_GET_OWN_USER_WITHOUT_USER();
  if (user_id !== call.user_id)
    throw statusError(403, 'A client can only list what belongs to its own user.');
};
