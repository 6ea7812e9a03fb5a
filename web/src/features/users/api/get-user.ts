import { queryOptions } from '@tanstack/react-query';
import type { OwnedProject } from '../../projects/api/list-projects.ts';

export const userQuery = (project: OwnedProject, userId: string) =>
  queryOptions({
    queryKey: ['projects', project.id, 'user', userId],
    queryFn: async () => await project.app.getUser(userId),
  });
