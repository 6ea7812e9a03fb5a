import { useQueryClient } from '@tanstack/react-query';
import type { OwnedProject } from '../projects/api/list-projects.ts';
import { userQuery } from './api/get-user.ts';
import { usersKey } from './api/list-users.ts';

/** Call after a change to a user: the page shows it at once, lists when they are opened next. */
export const useUserChanged = (project: OwnedProject, userId: string): (() => Promise<void>) => {
  const client = useQueryClient();
  return async () => {
    void client.invalidateQueries({ queryKey: usersKey(project) });
    await client.refetchQueries(userQuery(project, userId));
  };
};
