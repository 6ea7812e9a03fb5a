import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OwnedProject } from '../../features/projects/api/list-projects.ts';
import { userQuery } from '../../features/users/api/get-user.ts';

/** The last crumb of a user's page: the name once it is known. */
export const UserName = ({ project, userId }: { project: OwnedProject; userId: string }) => {
  const { t } = useTranslation('users');
  const { data: user } = useQuery(userQuery(project, userId));
  return <>{user ? (user.displayName ?? user.primaryEmail ?? t('unnamed')) : userId.slice(0, 8)}</>;
};
