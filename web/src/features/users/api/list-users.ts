import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { OwnedProject } from '../../projects/api/list-projects.ts';
import type { UsersSearch } from '../users-search.ts';

export const PAGE_SIZE = 25;

export const usersKey = (project: OwnedProject): string[] => ['projects', project.id, 'users'];

const listUsers = async (project: OwnedProject, search: UsersSearch, limit: number) =>
  await project.app.listUsers({
    limit,
    cursor: search.cursor,
    orderBy: 'signedUpAt',
    desc: search.order !== 'oldest',
    query: search.query,
    includeAnonymous: search.anonymous === 'true',
  });

export const usersQuery = (project: OwnedProject, search: UsersSearch, limit = PAGE_SIZE) =>
  queryOptions({
    queryKey: [...usersKey(project), search.query, search.cursor, search.order, search.anonymous, limit],
    queryFn: () => listUsers(project, search, limit),
    placeholderData: keepPreviousData,
  });

export type UserPage = Awaited<ReturnType<typeof listUsers>>;
export type ProjectUser = UserPage[number];
