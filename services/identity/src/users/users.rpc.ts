import type { Rpcs } from '@portico/platform/grpc/unary';
import type { UsersServiceDefinition } from '@portico/proto/identity/v1/users';
import type { IdentityDeps } from '../deps.ts';
import { clearSelectedTeam } from './clear-selected-team.ts';
import { createUser } from './create-user.ts';
import { deleteUser } from './delete-user.ts';
import { getUser } from './get-user.ts';
import { listUsers } from './list-users.ts';
import { updateUser } from './update-user.ts';
import { userExists } from './user-exists.ts';

export const usersRpcs = (deps: IdentityDeps): Rpcs<typeof UsersServiceDefinition> => ({
  createUser: createUser(deps),
  getUser: getUser(deps),
  listUsers: listUsers(deps),
  updateUser: updateUser(deps),
  deleteUser: deleteUser(deps),
  clearSelectedTeam: clearSelectedTeam(deps),
  userExists: userExists(deps),
});
