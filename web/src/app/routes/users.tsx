import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page.tsx';
import { Button } from '../../components/ui/button.tsx';
import { NewUserDialog } from '../../features/users/components/new-user-dialog.tsx';
import { UsersPanel } from '../../features/users/components/users-panel.tsx';
import type { UsersSearch } from '../../features/users/users-search.ts';

const route = getRouteApi('/shell/owner/projects/$projectId/users');

export const UsersPage = () => {
  const { t } = useTranslation('users');
  const { project } = route.useRouteContext();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const setSearch = (next: UsersSearch): void =>
    void navigate({ search: next, replace: !next.cursor, resetScroll: false });
  const create = (): void => setSearch({ ...search, create: 'true' });
  return (
    <Page
      title={t('title')}
      description={t('description')}
      action={
        <Button variant="primary" icon={<Plus />} data-main-action onClick={create}>
          {t('create')}
        </Button>
      }
    >
      <UsersPanel key={project.id} project={project} search={search} onSearch={setSearch} onCreate={create} />
      <NewUserDialog
        project={project}
        open={search.create === 'true'}
        onClose={() => setSearch({ ...search, create: undefined })}
      />
    </Page>
  );
};
