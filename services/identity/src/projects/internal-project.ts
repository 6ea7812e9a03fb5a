import type { CallContext } from '@portico/platform/call';
import { knownErrors } from '@portico/platform/known-errors';

/** The project whose users own all other projects. */
export const INTERNAL_PROJECT = 'internal';

/** The user of project `internal` who makes the call. */
export const requireInternalUser = (call: CallContext): string => {
  if (call.user_id === undefined) throw knownErrors.USER_AUTHENTICATION_REQUIRED();
  if (call.project_id !== INTERNAL_PROJECT) throw knownErrors.EXPECTED_INTERNAL_PROJECT();
  return call.user_id;
};
