import type { Caller } from '../apps/caller.ts';
import { maker } from '../apps/makers.ts';
import type { AsyncValue } from '../cache/async-value.ts';
import { withHooks } from '../cache/hooks.ts';
import { path } from '../http/path.ts';
import type { ServerUser } from '../users/server-user.ts';
import { camelize, snakeize } from '../wire/case.ts';
import type { Json } from '../wire/case.ts';
import type { ListRead } from '../wire/list.ts';
import type { ServerTeamRead, TeamMemberProfileRead } from '../wire/team.ts';
import type { ServerUserRead } from '../wire/user.ts';
import { createTeamObject } from './team.ts';
import type { Team, TeamCreateOptions, TeamMemberProfile, TeamUpdateOptions } from './team.ts';

export interface ServerTeamUpdateOptions extends TeamUpdateOptions {
  clientReadOnlyMetadata?: Json;
  serverMetadata?: Json;
}

export interface ServerTeamCreateOptions extends TeamCreateOptions {
  clientReadOnlyMetadata?: Json;
  serverMetadata?: Json;
  /** Becomes a member with the creator's default permissions. */
  creatorUserId?: string;
}

export type ServerTeamUser = ServerUser & { readonly teamProfile: TeamMemberProfile };

/** A team as the server sees it. */
export interface ServerTeam extends Team {
  readonly createdAt: Date;
  readonly serverMetadata: Json;
  update(options: ServerTeamUpdateOptions): Promise<void>;
  listUsers(): Promise<ServerTeamUser[]>;
  useUsers(): ServerTeamUser[];
  addUser(userId: string): Promise<void>;
}

type MemberRead = TeamMemberProfileRead & { readonly user: ServerUserRead };

/** Everything cached about teams that a change of membership or of the team itself can make old. */
export const refreshTeams = (caller: Caller): Promise<void> =>
  caller.ctx.caches.refreshAll(
    'server.teams',
    'server.teamUsers',
    'server.currentUser',
    'server.user',
    'client.teams',
    'client.currentUser',
  );

const usersOf = (caller: Caller, teamId: string): AsyncValue<ServerTeamUser[]> =>
  caller.value('teamUsers', [teamId], async () => {
    const list = await caller.json<ListRead<MemberRead>>('/team-member-profiles', {
      query: { team_id: teamId },
    });
    return list.items.map(
      (member) =>
        Object.defineProperty(maker('serverUser')(caller.ctx, member.user), 'teamProfile', {
          value: { displayName: member.display_name, profileImageUrl: member.profile_image_url },
          enumerable: true,
        }) as ServerTeamUser,
    );
  });

export const createServerTeam = (caller: Caller, team: ServerTeamRead): ServerTeam => {
  const url = path`/teams/${team.id}`;
  const change = async (work: Promise<void>): Promise<void> => {
    await work;
    await refreshTeams(caller);
  };
  return {
    ...createTeamObject(caller, team),
    ...camelize(team),
    update: (options) => change(caller.send(url, { method: 'PATCH', body: snakeize(options) })),
    delete: () => change(caller.send(url, { method: 'DELETE' })),
    addUser: (userId) =>
      change(caller.send(path`/team-memberships/${team.id}/${userId}`, { method: 'POST', body: {} })),
    removeUser: (userId) =>
      change(caller.send(path`/team-memberships/${team.id}/${userId}`, { method: 'DELETE' })),
    listUsers: () => usersOf(caller, team.id).fetch(),
    ...withHooks<Pick<ServerTeam, 'useUsers'>>(({ useValue }) => ({
      useUsers: () => useValue(usersOf(caller, team.id)),
    })),
  };
};
