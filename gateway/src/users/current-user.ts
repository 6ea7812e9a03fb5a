import { knownErrors } from '@portico/platform/known-errors';
import type { User } from '@portico/proto/identity/v1/users';

/** @throws CANNOT_GET_OWN_USER_WITHOUT_USER */
export const requireOwnUser = (user: User | undefined): User => {
  if (user === undefined) throw knownErrors.CANNOT_GET_OWN_USER_WITHOUT_USER();
  return user;
};
