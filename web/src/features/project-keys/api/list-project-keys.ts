import { queryOptions } from '@tanstack/react-query';
import type { OwnedProject } from '../../projects/api/list-projects.ts';

const listProjectKeys = async (project: OwnedProject) => await project.app.listInternalApiKeys();

export const projectKeysQuery = (project: OwnedProject) =>
  queryOptions({
    queryKey: ['projects', project.id, 'project-keys'],
    queryFn: () => listProjectKeys(project),
  });

export type ProjectKey = Awaited<ReturnType<typeof listProjectKeys>>[number];
