import { queryOptions } from '@tanstack/react-query';
import { porticoApp } from '../../../app/portico-app.ts';

const listProjects = async () => {
  const owner = await porticoApp.getUser();
  return owner ? await owner.listOwnedProjects() : [];
};

/** Every project that a team of the signed-in user owns. Each carries an admin app that acts with the user's own session. */
export const projectsQuery = queryOptions({
  queryKey: ['owned-projects'],
  queryFn: listProjects,
  staleTime: 30_000,
});

export type OwnedProject = Awaited<ReturnType<typeof listProjects>>[number];
