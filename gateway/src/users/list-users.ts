import { pageOf } from '../http/lists.ts';
import { route } from '../http/route.ts';
import { serverUser } from './user.schema.ts';
import { usersQuery } from './users-query.ts';
import { withSelectedTeams } from './with-selected-team.ts';

export const listUsers = route({
  method: 'GET',
  path: '/users',
  access: 'server',
  summary: 'List users, oldest first unless asked otherwise',
  request: { query: usersQuery },
  response: pageOf(serverUser),
  handler: async ({ query, services, call }) => {
    const { limit, cursor, desc = false, query: search, include_anonymous = false, team_id } = query;
    const filter = { limit, cursor, desc, query: search, include_anonymous, team_id };
    const { items, next_cursor } = await services.identity.users.listUsers(filter, call);
    return {
      items: await withSelectedTeams(items, services, call),
      is_paginated: true as const,
      pagination: { next_cursor },
    };
  },
});
