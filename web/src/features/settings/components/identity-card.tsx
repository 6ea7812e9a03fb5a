import { useTranslation } from 'react-i18next';
import { Card, DescriptionList, DescriptionRow } from '../../../components/ui/card.tsx';
import { CopyableId } from '../../../components/ui/copy-button.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { runtimeConfig } from '../../../config/runtime-config.ts';
import type { OwnedProject } from '../../projects/api/list-projects.ts';

export const IdentityCard = ({ project }: { project: OwnedProject }) => {
  const { t } = useTranslation('settings');
  const jwks = `${runtimeConfig.api_url}/api/v1/projects/${project.id}/.well-known/jwks.json`;
  return (
    <Card flush title={t('identity.title')}>
      <DescriptionList>
        <DescriptionRow term={t('identity.id')}>
          <CopyableId full value={project.id} label={t('identity.copy_id')} />
        </DescriptionRow>
        <DescriptionRow term={t('identity.jwks')}>
          <CopyableId full value={jwks} label={t('identity.copy_jwks')} />
        </DescriptionRow>
        <DescriptionRow term={t('identity.created')}>
          <RelativeTime at={project.createdAt} />
        </DescriptionRow>
      </DescriptionList>
    </Card>
  );
};
