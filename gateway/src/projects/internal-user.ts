import type { CallContext } from '@portico/platform/call';
import { knownErrors } from '@portico/platform/known-errors';
import type { User } from '@portico/proto/identity/v1/users';
import { INTERNAL_PROJECT } from '../access/project-id.ts';

/** @throws USER_AUTHENTICATION_REQUIRED before EXPECTED_INTERNAL_PROJECT */
export const requireInternalUser = (user: User | undefined, call: CallContext): User => {
  if (user === undefined) throw knownErrors.USER_AUTHENTICATION_REQUIRED();
  if (call.project_id !== INTERNAL_PROJECT) throw knownErrors.EXPECTED_INTERNAL_PROJECT();
  return user;
};
