import type { Caller } from '../apps/caller.ts';
import type { AsyncValue } from '../cache/async-value.ts';
import { withHooks } from '../cache/hooks.ts';
import { snakeize } from '../wire/case.ts';
import type { ListRead } from '../wire/list.ts';
import type { ServerTeamRead } from '../wire/team.ts';
import { createServerTeam, refreshTeams } from './server-team.ts';
import type { ServerTeam, ServerTeamCreateOptions } from './server-team.ts';

/** Every team of the project. */
export interface ServerTeams {
  listTeams(): Promise<ServerTeam[]>;
  useTeams(): ServerTeam[];
  /** Null when there is no such team. */
  getTeam(teamId: string): Promise<ServerTeam | null>;
  useTeam(teamId: string): ServerTeam | null;
  createTeam(options: ServerTeamCreateOptions): Promise<ServerTeam>;
}

const byId = (teams: readonly ServerTeam[], teamId: string): ServerTeam | null =>
  teams.find((team) => team.id === teamId) ?? null;

export const serverTeams = (caller: Caller): ServerTeams => {
  const teams = (): AsyncValue<ServerTeam[]> =>
    caller.value('teams', [], async () => {
      const list = await caller.json<ListRead<ServerTeamRead>>('/teams');
      return list.items.map((team) => createServerTeam(caller, team));
    });
  return {
    listTeams: () => teams().fetch(),
    getTeam: async (teamId) => byId(await teams().fetch(), teamId),
    createTeam: async (options) => {
      const team = await caller.json<ServerTeamRead>('/teams', { method: 'POST', body: snakeize(options) });
      await refreshTeams(caller);
      return createServerTeam(caller, team);
    },
    ...withHooks<Pick<ServerTeams, 'useTeam' | 'useTeams'>>(({ useValue }) => ({
      useTeams: () => useValue(teams()),
      useTeam: (teamId) => byId(useValue(teams()), teamId),
    })),
  };
};
