import type { AsyncValue } from '../cache/async-value.ts';
import { withHooks } from '../cache/hooks.ts';
import { path } from '../http/path.ts';
import type { UserScope } from '../users/user-scope.ts';
import type { ListRead } from '../wire/list.ts';

export interface TeamPermission {
  readonly id: string;
}

interface TeamRef {
  readonly id: string;
}

export interface ListPermissionsOptions {
  /** Also permissions that come with others. Default: true. */
  recursive?: boolean;
}

/** Permissions of a user: of the project, or in a team when one is given first. */
export interface UserPermissions {
  listPermissions(team: TeamRef, options?: ListPermissionsOptions): Promise<TeamPermission[]>;
  listPermissions(options?: ListPermissionsOptions): Promise<TeamPermission[]>;
  usePermissions(team: TeamRef, options?: ListPermissionsOptions): TeamPermission[];
  usePermissions(options?: ListPermissionsOptions): TeamPermission[];
  getPermission(team: TeamRef, permissionId: string): Promise<TeamPermission | null>;
  getPermission(permissionId: string): Promise<TeamPermission | null>;
  usePermission(team: TeamRef, permissionId: string): TeamPermission | null;
  usePermission(permissionId: string): TeamPermission | null;
  hasPermission(team: TeamRef, permissionId: string): Promise<boolean>;
  hasPermission(permissionId: string): Promise<boolean>;
}

/** Grants, for servers. */
export interface PermissionGrants {
  grantPermission(team: TeamRef, permissionId: string): Promise<void>;
  grantPermission(permissionId: string): Promise<void>;
  revokePermission(team: TeamRef, permissionId: string): Promise<void>;
  revokePermission(permissionId: string): Promise<void>;
}

type ListArguments = [team?: TeamRef | ListPermissionsOptions, options?: ListPermissionsOptions];
type OneArguments = [teamOrId: TeamRef | string, id?: string];

const isTeam = (value: TeamRef | ListPermissionsOptions | undefined): value is TeamRef =>
  !!value && 'id' in value;

const splitOne = ([first, second]: OneArguments): { team?: TeamRef; id: string } =>
  typeof first === 'string' ? { id: first } : { team: first, id: second ?? '' };

const permissionsOf = (scope: UserScope, ...[first, second]: ListArguments): AsyncValue<TeamPermission[]> => {
  const team = isTeam(first) ? first : undefined;
  const { recursive = true } = (isTeam(first) ? second : first) ?? {};
  const query = { user_id: scope.ref, recursive, ...(team && { team_id: team.id }) };
  const fetch = async (): Promise<TeamPermission[]> => {
    const list = await scope.json<ListRead<TeamPermission>>(
      team ? '/team-permissions' : '/project-permissions',
      { query },
    );
    return list.items.map(({ id }) => ({ id }));
  };
  return scope.value(
    team ? 'teamPermissions' : 'projectPermissions',
    [scope.ref, team?.id, recursive],
    fetch,
  );
};

export const userPermissions = (scope: UserScope): UserPermissions => {
  const getPermission = async (...parts: OneArguments): Promise<TeamPermission | null> => {
    const { team, id } = splitOne(parts);
    const permissions = await permissionsOf(scope, team).fetch();
    return permissions.find((permission) => permission.id === id) ?? null;
  };
  return {
    listPermissions: (...parts: ListArguments) => permissionsOf(scope, ...parts).fetch(),
    getPermission,
    hasPermission: async (...parts: OneArguments) => (await getPermission(...parts)) !== null,
    ...withHooks<Pick<UserPermissions, 'usePermission' | 'usePermissions'>>(({ useValue }) => ({
      usePermissions: (...parts: ListArguments) => useValue(permissionsOf(scope, ...parts)),
      usePermission: (...parts: OneArguments) => {
        const { team, id } = splitOne(parts);
        return useValue(permissionsOf(scope, team)).find((permission) => permission.id === id) ?? null;
      },
    })),
  };
};

export const permissionGrants = (scope: UserScope): PermissionGrants => {
  const change = async (method: 'POST' | 'DELETE', parts: OneArguments): Promise<void> => {
    const { team, id } = splitOne(parts);
    const url = team
      ? path`/team-permissions/${team.id}/${scope.ref}/${id}`
      : path`/project-permissions/${scope.ref}/${id}`;
    await scope.send(url, { method, body: method === 'POST' ? {} : undefined });
    const name = team ? 'teamPermissions' : 'projectPermissions';
    await Promise.all(
      [true, false].map((recursive) => scope.refresh(name, [scope.ref, team?.id, recursive])),
    );
  };
  return {
    grantPermission: (...parts: OneArguments) => change('POST', parts),
    revokePermission: (...parts: OneArguments) => change('DELETE', parts),
  };
};
