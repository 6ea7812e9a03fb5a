import { Team } from '@portico/proto/teams/v1/teams';
import { route } from '../http/route.ts';
import { masked } from '../http/update-mask.ts';
import { teamParams, teamUpdate, teamView } from './team.schema.ts';
import { teamsQuery } from './teams-query.ts';

export const updateTeam = route({
  method: 'PATCH',
  path: '/teams/:team_id',
  access: 'client',
  summary: 'Change a team; clients need $update_team',
  request: { params: teamParams, query: teamsQuery, body: teamUpdate },
  response: teamView,
  errors: [
    'USER_AUTHENTICATION_REQUIRED',
    'TEAM_MEMBERSHIP_NOT_FOUND',
    'TEAM_PERMISSION_REQUIRED',
    'TEAM_NOT_FOUND',
  ],
  handler: ({ params, body, services, call }) => {
    const { values, update_mask } = masked(body);
    const change = { team_id: params.team_id, team: Team.fromPartial(values), update_mask };
    return services.teams_permissions.teams.updateTeam(change, call);
  },
});
