import { useTranslation } from 'react-i18next';
import { MessagePage } from '../../components/message-page.tsx';
import { Button } from '../../components/ui/button.tsx';

export const ProjectNotFound = () => {
  const { t } = useTranslation('projects');
  return (
    <MessagePage title={t('not_found.title')} description={t('not_found.description')}>
      <Button variant="primary" asChild>
        <a href="/projects">{t('not_found.back')}</a>
      </Button>
    </MessagePage>
  );
};
