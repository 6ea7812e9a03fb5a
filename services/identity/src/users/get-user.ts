import type { CallContext } from '@portico/platform/call';
import { knownErrors } from '@portico/platform/known-errors';
import type { GetUserRequest, User } from '@portico/proto/identity/v1/users';
import type { IdentityDeps } from '../deps.ts';
import { requireOwnUser } from './own-user.ts';
import { selectUser } from './select-user.ts';
import { toUser } from './user.message.ts';

export const getUser =
  ({ db }: Pick<IdentityDeps, 'db'>) =>
  async ({ user_id }: GetUserRequest, call: CallContext): Promise<User> => {
    requireOwnUser(call, user_id, 'A client may read the current user only.');
    const user = await selectUser(db, call, user_id);
    if (!user) throw knownErrors.USER_NOT_FOUND();
    return toUser(user);
  };
