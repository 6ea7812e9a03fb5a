import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { projectsQuery } from '../projects/api/list-projects.ts';
import type { OwnedProject } from '../projects/api/list-projects.ts';

export type ProjectUpdate = Parameters<OwnedProject['update']>[0];

/** Saves, then shows the new state everywhere the project's name or settings appear. */
export const useUpdateProject = (project: OwnedProject): ((update: ProjectUpdate) => Promise<void>) => {
  const client = useQueryClient();
  const router = useRouter();
  return async (update) => {
    await project.update(update);
    await client.refetchQueries(projectsQuery);
    await router.invalidate();
  };
};
