import { systemCall, type CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import type { ListUsersRequest, UserList } from '@portico/proto/identity/v1/users';
import { tenant, type IdentityDeps } from '../deps.ts';
import { isUuid } from '../uuid.ts';
import { findUsersStatement } from './find-users.ts';
import type { UserRow } from './select-user.ts';
import { toUser } from './user.message.ts';

/** One statement (and one call to the teams service when the members of a team are asked for). */
export const listUsers =
  ({ db, teams }: Pick<IdentityDeps, 'db' | 'teams'>) =>
  async (request: ListUsersRequest, call: CallContext): Promise<UserList> => {
    const { limit, cursor, team_id } = request;
    if (cursor !== undefined && !isUuid(cursor)) return { items: [], next_cursor: undefined };
    const members =
      team_id === undefined
        ? undefined
        : await teams.memberships.listMemberIds({ team_id }, systemCall(...tenant(call)));
    const statement = findUsersStatement(call, { ...request, member_ids: members?.user_ids });
    const rows = await sql(db).query<UserRow>(statement.text, statement.values);
    const page = limit === undefined ? rows : rows.slice(0, limit);
    const next = limit === undefined ? undefined : rows[limit];
    return { items: page.map(toUser), next_cursor: next?.id };
  };
