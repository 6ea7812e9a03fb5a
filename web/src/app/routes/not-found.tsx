import { useTranslation } from 'react-i18next';
import { MessagePage } from '../../components/message-page.tsx';
import { Button } from '../../components/ui/button.tsx';

export const NotFoundPage = () => {
  const { t } = useTranslation();
  return (
    <MessagePage title={t('not_found.title')} description={t('not_found.description')}>
      <div className="flex gap-2">
        <Button variant="primary" asChild>
          <a href="/projects">{t('not_found.home')}</a>
        </Button>
        <Button asChild>
          <a href="/handler/sign-in">{t('sign_in')}</a>
        </Button>
      </div>
    </MessagePage>
  );
};
