import { CreateTeamRequest } from '@portico/proto/teams/v1/teams';
import { object, text, userIdOrMe } from '../http/fields.ts';
import { route } from '../http/route.ts';
import { masked } from '../http/update-mask.ts';
import { clientWritable, serverWritable, teamView } from './team.schema.ts';
import { teamsQuery } from './teams-query.ts';

const body = {
  client: object({ display_name: text(), ...clientWritable, creator_user_id: userIdOrMe().optional() }),
  server: object({ display_name: text(), ...serverWritable, creator_user_id: userIdOrMe().optional() }),
};

export const createTeam = route({
  method: 'POST',
  path: '/teams',
  access: 'client',
  summary: 'Create a team',
  request: { query: teamsQuery, body },
  response: teamView,
  status: 201,
  errors: ['USER_AUTHENTICATION_REQUIRED', 'USER_NOT_FOUND', 'CANNOT_GET_OWN_USER_WITHOUT_USER'],
  handler: ({ query, body: team, services, call }) => {
    const { add_current_user } = query;
    const order = CreateTeamRequest.fromPartial({ ...masked(team).values, add_current_user });
    return services.teams_permissions.teams.createTeam(order, call);
  },
});
