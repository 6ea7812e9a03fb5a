import type { Caller } from '../apps/caller.ts';
import type { AsyncValue } from '../cache/async-value.ts';
import { withHooks } from '../cache/hooks.ts';
import { KnownErrors } from '../errors/known-errors.ts';
import { warn } from '../errors/warn.ts';
import { path } from '../http/path.ts';
import type { Session } from '../sessions/session.ts';
import { snakeize } from '../wire/case.ts';
import type { Json } from '../wire/case.ts';
import type { ListRead } from '../wire/list.ts';
import type { ServerUserRead } from '../wire/user.ts';
import { readCurrentUser } from './client-users.ts';
import type { CurrentUsers } from './client-users.ts';
import { getCurrentUser, currentUserInRender } from './get-current-user.ts';
import type { GetCurrentUserOptions } from './get-current-user.ts';
import { createCurrentServerUser, createServerUser } from './server-user.ts';
import type { CurrentInternalServerUser, CurrentServerUser, ServerUser } from './server-user.ts';

export interface ServerListUsersOptions {
  /** The first user of the page: the `nextCursor` of the page before. */
  cursor?: string;
  limit?: number;
  orderBy?: 'signedUpAt';
  desc?: boolean;
  /** Matches names, addresses and ids. */
  query?: string;
  includeAnonymous?: boolean;
}

export type ServerUserList = ServerUser[] & { readonly nextCursor: string | null };

export interface ServerUserCreateOptions {
  primaryEmail: string;
  primaryEmailAuthEnabled?: boolean;
  primaryEmailVerified?: boolean;
  password?: string;
  otpAuthEnabled?: boolean;
  displayName?: string;
  clientMetadata?: Json;
  clientReadOnlyMetadata?: Json;
  serverMetadata?: Json;
}

/** Every user of the project. */
export interface ServerUsers {
  listUsers(options?: ServerListUsersOptions): Promise<ServerUserList>;
  useUsers(options?: ServerListUsersOptions): ServerUserList;
  createUser(options: ServerUserCreateOptions): Promise<ServerUser>;
  /** @deprecated Use `getUser`. */
  getServerUser(): Promise<CurrentServerUser | null>;
}

/** `getUser` of a server app: by id, or the signed-in one. */
export interface ServerCurrentUsers<HasTokenStore extends boolean, U> {
  getUser: ((userId: string) => Promise<ServerUser | null>) & CurrentUsers<HasTokenStore, U>['getUser'];
  useUser: ((userId: string) => ServerUser | null) & CurrentUsers<HasTokenStore, U>['useUser'];
}

export type CurrentServerUserOf<ProjectId extends string> = ProjectId extends 'internal'
  ? CurrentInternalServerUser
  : CurrentServerUser;

export const serverUserValue = (caller: Caller, userId: string): AsyncValue<ServerUser | null> =>
  caller.value('user', [userId], async () => {
    try {
      return createServerUser(caller.ctx, await caller.json<ServerUserRead>(path`/users/${userId}`));
    } catch (error) {
      if (KnownErrors.UserNotFound.isInstance(error)) return null;
      throw error;
    }
  });

const currentValue = ({ ctx }: Caller, session: Session): AsyncValue<CurrentInternalServerUser | null> =>
  ctx.caches.value('server.currentUser', [session], {
    session,
    fetch: async () => {
      const user = await readCurrentUser<ServerUserRead>(ctx, session, 'server');
      return user && createCurrentServerUser(ctx, session, user);
    },
  });

type Args = string | GetCurrentUserOptions | undefined;
type Members = ServerCurrentUsers<boolean, CurrentInternalServerUser>;

export const serverCurrentUsers = (caller: Caller): Members => {
  const source = { ctx: caller.ctx, valueOf: (session: Session) => currentValue(caller, session) };
  const getUser = (options?: Args): Promise<ServerUser | null> =>
    typeof options === 'string' ? serverUserValue(caller, options).fetch() : getCurrentUser(source, options);
  return {
    getUser: getUser as Members['getUser'],
    ...withHooks((runtime) => {
      const useUser = (options?: Args): ServerUser | null =>
        typeof options === 'string'
          ? runtime.useValue(serverUserValue(caller, options))
          : currentUserInRender(runtime, source, options);
      return { useUser: useUser as Members['useUser'] };
    }),
  };
};

const listValue = (caller: Caller, options: ServerListUsersOptions = {}): AsyncValue<ServerUserList> => {
  const { cursor, limit, desc, query, includeAnonymous } = options;
  const orderBy = options.orderBy && 'signed_up_at';
  return caller.value('users', [cursor, limit, orderBy, desc, query, includeAnonymous], async () => {
    const list = await caller.json<ListRead<ServerUserRead>>('/users', {
      query: {
        cursor,
        limit,
        order_by: orderBy,
        desc,
        query: query || undefined,
        include_anonymous: includeAnonymous || undefined,
      },
    });
    const users = list.items.map((user) => createServerUser(caller.ctx, user));
    return Object.assign(users, { nextCursor: list.pagination?.next_cursor ?? null });
  });
};

export const serverUsers = (caller: Caller): ServerUsers => ({
  listUsers: (options) => listValue(caller, options).fetch(),
  createUser: async (options) => {
    const user = await caller.json<ServerUserRead>('/users', { method: 'POST', body: snakeize(options) });
    await caller.refreshAll('users', 'user');
    return createServerUser(caller.ctx, user);
  },
  getServerUser: () => {
    warn('getServerUser is deprecated. Use getUser.');
    return serverCurrentUsers(caller).getUser();
  },
  ...withHooks<Pick<ServerUsers, 'useUsers'>>(({ useValue }) => ({
    useUsers: (options) => useValue(listValue(caller, options)),
  })),
});
