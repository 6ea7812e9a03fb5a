import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { QueryError } from '../../../components/query-error.tsx';
import { SessionList } from '../../../components/session-list.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { toastError } from '../../../lib/toast-error.ts';
import type { UserCardProps } from '../user-card-props.ts';

const sessionsQuery = ({ project, user }: Pick<UserCardProps, 'project' | 'user'>) =>
  queryOptions({
    queryKey: ['projects', project.id, 'user', user.id, 'sessions'],
    queryFn: async () => await user.getActiveSessions(),
  });

export const SessionsCard = ({ project, user }: Omit<UserCardProps, 'onChanged'>) => {
  const { t } = useTranslation('users');
  const client = useQueryClient();
  const query = sessionsQuery({ project, user });
  const sessions = useQuery(query);
  const revoke = async (id: string): Promise<void> => {
    try {
      await user.revokeSession(id);
      toast.success(t('detail.revoked'));
    } catch (error) {
      toastError(error);
    }
    await client.invalidateQueries(query);
  };
  const words = {
    current: '',
    impersonation: t('detail.impersonation'),
    unknownPlace: t('detail.unknown_place'),
    started: t('detail.session_started'),
    used: t('detail.session_used'),
    revoke: t('detail.revoke'),
    revokeLabel: (place: string) => t('detail.revoke_label', { place }),
  };
  return (
    <Card flush title={t('detail.sessions')} description={t('detail.sessions_help')}>
      {sessions.isPending && <Skeleton className="m-5 h-8" />}
      {sessions.isError && <QueryError error={sessions.error} onRetry={() => void sessions.refetch()} />}
      {sessions.data?.length === 0 && (
        <p className="px-5 py-4 text-sm text-muted">{t('detail.no_sessions')}</p>
      )}
      {sessions.data && <SessionList sessions={sessions.data} words={words} onRevoke={revoke} />}
    </Card>
  );
};
