import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page.tsx';
import { Button } from '../../components/ui/button.tsx';
import { KeysPanel } from '../../features/project-keys/components/keys-panel.tsx';
import { NewKeyDialog } from '../../features/project-keys/components/new-key-dialog.tsx';

const route = getRouteApi('/shell/owner/projects/$projectId/project-keys');

export const ProjectKeysPage = () => {
  const { t } = useTranslation('project_keys');
  const { project } = route.useRouteContext();
  const { create, description } = route.useSearch();
  const navigate = route.useNavigate();
  const setOpen = (open: boolean): void => {
    void navigate({ search: open ? { create: 'true' } : {}, replace: true });
  };
  return (
    <Page
      title={t('title')}
      description={t('description')}
      action={
        <Button variant="primary" icon={<Plus />} data-main-action onClick={() => setOpen(true)}>
          {t('create')}
        </Button>
      }
    >
      <KeysPanel project={project} onCreate={() => setOpen(true)} />
      <NewKeyDialog
        project={project}
        open={create === 'true'}
        description={description}
        onClose={() => setOpen(false)}
      />
    </Page>
  );
};
