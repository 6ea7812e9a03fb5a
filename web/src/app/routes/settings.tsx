import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page.tsx';
import { DeleteProjectCard } from '../../features/settings/components/delete-project-card.tsx';
import { DetailsCard } from '../../features/settings/components/details-card.tsx';
import { FlagsCard } from '../../features/settings/components/flags-card.tsx';
import { IdentityCard } from '../../features/settings/components/identity-card.tsx';

const route = getRouteApi('/shell/owner/projects/$projectId/settings');

export const SettingsPage = () => {
  const { t } = useTranslation('settings');
  const { project } = route.useRouteContext();
  return (
    <Page title={t('title')} description={t('description')} narrow>
      <div className="space-y-6">
        <DetailsCard key={project.id} project={project} />
        <IdentityCard project={project} />
        <FlagsCard project={project} card="methods" />
        <FlagsCard project={project} card="users" />
        <FlagsCard project={project} card="keys" />
        <FlagsCard project={project} card="development" />
        {project.id !== 'internal' && <DeleteProjectCard project={project} />}
      </div>
    </Page>
  );
};
