import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { QueryError } from '../../../components/query-error.tsx';
import { SessionList } from '../../../components/session-list.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { toastError } from '../../../lib/toast-error.ts';
import type { Owner } from '../api/get-owner.ts';

const sessionsQuery = (owner: Owner) =>
  queryOptions({
    queryKey: ['owner', owner.id, 'sessions'],
    queryFn: async () => await owner.getActiveSessions(),
  });

export const SessionsCard = ({ owner }: { owner: Owner }) => {
  const { t } = useTranslation('account');
  const client = useQueryClient();
  const query = sessionsQuery(owner);
  const sessions = useQuery(query);
  const revoke = async (id: string): Promise<void> => {
    try {
      await owner.revokeSession(id);
      toast.success(t('sessions.revoked'));
    } catch (error) {
      toastError(error);
    }
    await client.invalidateQueries(query);
  };
  const words = {
    current: t('sessions.this'),
    unknownPlace: t('sessions.unknown'),
    started: t('sessions.started'),
    used: t('sessions.used'),
    revoke: t('sessions.revoke'),
    revokeLabel: (place: string) => t('sessions.revoke_label', { place }),
  };
  return (
    <Card flush title={t('sessions.title')} description={t('sessions.description')}>
      {sessions.isPending && <Skeleton className="m-5 h-8" />}
      {sessions.isError && <QueryError error={sessions.error} onRetry={() => void sessions.refetch()} />}
      {sessions.data && <SessionList sessions={sessions.data} words={words} onRevoke={revoke} />}
    </Card>
  );
};
