import { queryOptions } from '@tanstack/react-query';
import { porticoApp } from '../../../app/portico-app.ts';

/** The project `internal`, whose users are the owners of all others. */
export const installationQuery = queryOptions({
  queryKey: ['internal-project'],
  queryFn: async () => await porticoApp.getProject(),
  staleTime: 5 * 60_000,
});
