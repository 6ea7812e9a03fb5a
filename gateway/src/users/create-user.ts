import { UserInput } from '@portico/proto/identity/v1/users';
import { route } from '../http/route.ts';
import { masked } from '../http/update-mask.ts';
import { serverUser, userCreate } from './user.schema.ts';
import { usersQuery } from './users-query.ts';
import { withSelectedTeam } from './with-selected-team.ts';

export const createUser = route({
  method: 'POST',
  path: '/users',
  access: 'server',
  summary: 'Create a user',
  request: { query: usersQuery, body: userCreate },
  response: serverUser,
  status: 201,
  errors: [
    'USER_EMAIL_ALREADY_EXISTS',
    'PASSWORD_TOO_LONG',
    'OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN',
  ],
  handler: async ({ body, services, call }) => {
    const { values, update_mask } = masked(body);
    const user = UserInput.fromPartial({
      ...values,
      oauth_providers: values.oauth_providers?.map(({ email, ...account }) => ({
        ...account,
        email: email ?? undefined,
      })),
    });
    const created = await services.identity.users.createUser({ user, update_mask }, call);
    return withSelectedTeam(created, services, call);
  },
});
