import type { Caller } from '../apps/caller.ts';
import type { AsyncValue } from '../cache/async-value.ts';
import { withHooks } from '../cache/hooks.ts';
import { path } from '../http/path.ts';
import { camelize, snakeize } from '../wire/case.ts';
import type { Json } from '../wire/case.ts';
import type { ListRead } from '../wire/list.ts';
import type { TeamMemberProfileRead, TeamRead } from '../wire/team.ts';

export interface TeamUpdateOptions {
  displayName?: string;
  profileImageUrl?: string | null;
  clientMetadata?: Json;
}

export interface TeamCreateOptions {
  displayName: string;
  profileImageUrl?: string;
  clientMetadata?: Json;
}

/** How a member shows itself in a team. */
export interface TeamMemberProfile {
  readonly displayName: string | null;
  readonly profileImageUrl: string | null;
}

export interface TeamUser {
  readonly id: string;
  readonly teamProfile: TeamMemberProfile;
}

/** A team as one of its members sees it. */
export interface Team {
  readonly id: string;
  readonly displayName: string;
  readonly profileImageUrl: string | null;
  readonly clientMetadata: Json;
  readonly clientReadOnlyMetadata: Json;
  update(options: TeamUpdateOptions): Promise<void>;
  delete(): Promise<void>;
  listUsers(): Promise<TeamUser[]>;
  useUsers(): TeamUser[];
  /** Needs the permission `$remove_members`, unless it is oneself. */
  removeUser(userId: string): Promise<void>;
}

const usersOf = (caller: Caller, teamId: string): AsyncValue<TeamUser[]> =>
  caller.value('teamMembers', [teamId], async () => {
    const list = await caller.json<ListRead<TeamMemberProfileRead>>('/team-member-profiles', {
      query: { team_id: teamId },
    });
    return list.items.map(({ user_id, display_name, profile_image_url }) => ({
      id: user_id,
      teamProfile: { displayName: display_name, profileImageUrl: profile_image_url },
    }));
  });

export const createTeamObject = (caller: Caller, team: TeamRead): Team => {
  const url = path`/teams/${team.id}`;
  // The team also shows as `selectedTeam` of its members.
  const refresh = async (): Promise<void> => {
    await Promise.all([caller.refreshAll('teams'), caller.refreshAll('currentUser')]);
  };
  return {
    ...camelize(team),
    update: async (options) => {
      await caller.send(url, { method: 'PATCH', body: snakeize(options) });
      await refresh();
    },
    delete: async () => {
      await caller.send(url, { method: 'DELETE' });
      await refresh();
    },
    listUsers: () => usersOf(caller, team.id).fetch(),
    removeUser: async (userId) => {
      await caller.send(path`/team-memberships/${team.id}/${userId}`, { method: 'DELETE' });
      await caller.refresh('teamMembers', [team.id]);
    },
    ...withHooks<Pick<Team, 'useUsers'>>(({ useValue }) => ({
      useUsers: () => useValue(usersOf(caller, team.id)),
    })),
  };
};
