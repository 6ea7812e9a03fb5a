import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MessagePage } from '../../components/message-page.tsx';
import { Page } from '../../components/page.tsx';
import { QueryError } from '../../components/query-error.tsx';
import { Avatar } from '../../components/ui/avatar.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { userQuery } from '../../features/users/api/get-user.ts';
import { DeleteUserDialog } from '../../features/users/components/delete-user-dialog.tsx';
import { FactsCard } from '../../features/users/components/facts-card.tsx';
import { MetadataCard } from '../../features/users/components/metadata-card.tsx';
import { MethodsCard } from '../../features/users/components/methods-card.tsx';
import { ProfileCard } from '../../features/users/components/profile-card.tsx';
import { SessionsCard } from '../../features/users/components/sessions-card.tsx';
import { useUserChanged } from '../../features/users/use-user-changed.ts';
import { userName } from '../../features/users/user-name.ts';

const route = getRouteApi('/shell/owner/projects/$projectId/users/$userId');

export const UserPage = () => {
  const { t } = useTranslation('users');
  const { project } = route.useRouteContext();
  const { userId } = route.useParams();
  const { data: user, error, isPending, refetch } = useQuery(userQuery(project, userId));
  const onChanged = useUserChanged(project, userId);
  const navigate = route.useNavigate();
  const [deleting, setDeleting] = useState(false);
  const params = { projectId: project.id };
  if (isPending) return <UserSkeleton />;
  if (error) {
    return (
      <Page title={t('title')} narrow>
        <QueryError error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (!user) {
    return (
      <MessagePage title={t('not_found.title')} description={t('not_found.description')}>
        <Button variant="primary" asChild>
          <Link to="/projects/$projectId/users" params={params}>
            {t('not_found.back')}
          </Link>
        </Button>
      </MessagePage>
    );
  }
  const name = userName(user);
  const card = { project, user, onChanged };
  return (
    <Page
      title={name}
      heading={
        <span className="flex min-w-0 items-center gap-3">
          <Avatar name={name} image={user.profileImageUrl} className="size-9 text-xs" />
          <span className="truncate">{name}</span>
        </span>
      }
      action={
        <Button variant="danger-quiet" icon={<Trash2 />} onClick={() => setDeleting(true)}>
          {t('delete.action')}
        </Button>
      }
      narrow
    >
      <div key={user.id} className="space-y-6">
        <FactsCard user={user} />
        <ProfileCard {...card} />
        <MethodsCard {...card} />
        <SessionsCard project={project} user={user} />
        <MetadataCard {...card} />
      </div>
      <DeleteUserDialog
        project={project}
        user={deleting ? user : undefined}
        onClose={() => setDeleting(false)}
        onDeleted={() => navigate({ to: '/projects/$projectId/users', params, ignoreBlocker: true })}
      />
    </Page>
  );
};

const UserSkeleton = () => {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('loading')} className="mx-auto max-w-3xl space-y-6 px-4 pt-8 sm:px-8">
      <Skeleton className="h-9 w-56" />
      <Skeleton className="h-56 rounded-lg" />
      <Skeleton className="h-72 rounded-lg" />
      <Skeleton className="h-56 rounded-lg" />
    </div>
  );
};
