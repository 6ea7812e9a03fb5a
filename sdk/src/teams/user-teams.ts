import type { AsyncValue } from '../cache/async-value.ts';
import { withHooks } from '../cache/hooks.ts';
import { path } from '../http/path.ts';
import type { UserScope } from '../users/user-scope.ts';
import { snakeize } from '../wire/case.ts';
import type { ListRead } from '../wire/list.ts';
import type { ServerTeamRead, TeamRead } from '../wire/team.ts';
import { createServerTeam } from './server-team.ts';
import type { ServerTeam } from './server-team.ts';
import { createTeamObject } from './team.ts';
import type { Team, TeamCreateOptions } from './team.ts';

/** The teams a user is in. */
export interface UserTeams<T = Team> {
  listTeams(): Promise<T[]>;
  useTeams(): T[];
  /** Null when the user is not in the team. */
  getTeam(teamId: string): Promise<T | null>;
  useTeam(teamId: string): T | null;
  /** Creates a team with this user as its creator, and selects it. */
  createTeam(options: TeamCreateOptions): Promise<T>;
  leaveTeam(team: Pick<Team, 'id'>): Promise<void>;
}

const byId = <T extends Team>(teams: readonly T[], teamId: string): T | null =>
  teams.find((team) => team.id === teamId) ?? null;

/** The same for both sides; only the object made of a team differs. */
const userTeamsOf = <Read extends TeamRead, T extends Team>(
  scope: UserScope,
  toTeam: (team: Read) => T,
): UserTeams<T> => {
  const teams = (): AsyncValue<T[]> =>
    scope.value('teams', [scope.ref], async () => {
      const list = await scope.json<ListRead<Read>>('/teams', { query: { user_id: scope.ref } });
      return list.items.map(toTeam);
    });
  const refresh = (): Promise<void> => scope.refreshAll('teams');

  return {
    listTeams: () => teams().fetch(),
    getTeam: async (teamId) => byId(await teams().fetch(), teamId),
    createTeam: async (options) => {
      const body = { ...(snakeize(options) as object), creator_user_id: scope.ref };
      const team = toTeam(await scope.json<Read>('/teams', { method: 'POST', body }));
      await refresh();
      await scope.send(path`/users/${scope.ref}`, { method: 'PATCH', body: { selected_team_id: team.id } });
      await scope.refreshUser();
      return team;
    },
    leaveTeam: async (team) => {
      await scope.send(path`/team-memberships/${team.id}/${scope.ref}`, { method: 'DELETE' });
      await Promise.all([refresh(), scope.refreshUser(), scope.refreshAll('teamMembers', 'teamUsers')]);
    },
    ...withHooks<Pick<UserTeams<T>, 'useTeam' | 'useTeams'>>(({ useValue }) => ({
      useTeams: () => useValue(teams()),
      useTeam: (teamId) => byId(useValue(teams()), teamId),
    })),
  };
};

export const userTeams = (scope: UserScope): UserTeams =>
  userTeamsOf<TeamRead, Team>(scope, (team) => createTeamObject(scope, team));

export const serverUserTeams = (scope: UserScope): UserTeams<ServerTeam> =>
  userTeamsOf<ServerTeamRead, ServerTeam>(scope, (team) => createServerTeam(scope, team));
