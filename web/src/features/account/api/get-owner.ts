import { queryOptions } from '@tanstack/react-query';
import { porticoApp } from '../../../app/portico-app.ts';

/** The signed-in user of the project `internal`, or null. */
export const ownerQuery = queryOptions({
  queryKey: ['owner'],
  queryFn: async () => await porticoApp.getUser(),
  staleTime: 60_000,
});

export type Owner = NonNullable<Awaited<ReturnType<NonNullable<typeof ownerQuery.queryFn>>>>;
