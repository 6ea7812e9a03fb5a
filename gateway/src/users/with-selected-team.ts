import type { CallContext } from '@portico/platform/call';
import type { User } from '@portico/proto/identity/v1/users';
import type { Team } from '@portico/proto/teams/v1/teams';
import type { Services } from '../services.ts';

export type UserWithTeam = User & { selected_team: Team | undefined };

/** Users as the wire shows them. One call for all of their teams, none when nobody selected one. */
export const withSelectedTeams = async (
  users: readonly User[],
  services: Services,
  call: CallContext,
): Promise<UserWithTeam[]> => {
  const team_ids = [...new Set(users.flatMap((user) => user.selected_team_id ?? []))];
  if (team_ids.length === 0) return users.map((user) => ({ ...user, selected_team: undefined }));
  const { items } = await services.teams_permissions.teams.getTeamsByIds({ team_ids }, call);
  const teams = new Map(items.map((team) => [team.id, team]));
  return users.map((user) => ({ ...user, selected_team: teams.get(user.selected_team_id ?? '') }));
};

export const withSelectedTeam = async (
  user: User,
  services: Services,
  call: CallContext,
): Promise<UserWithTeam> => {
  const [selected_team] = (await withSelectedTeams([user], services, call)).map((one) => one.selected_team);
  return { ...user, selected_team };
};
