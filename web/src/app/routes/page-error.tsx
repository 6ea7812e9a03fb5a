import { useRouter } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { MessagePage } from '../../components/message-page.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ErrorNotice } from '../../components/ui/error-notice.tsx';
import { describeError } from '../../lib/describe-error.ts';

export const PageError = ({ error, reset }: ErrorComponentProps) => {
  const { t } = useTranslation();
  const router = useRouter();
  const retry = (): void => {
    reset();
    void router.invalidate();
  };
  return (
    <MessagePage title={t('errors.page_title')}>
      <ErrorNotice error={describeError(error)} className="w-full text-left" />
      <div className="flex gap-2">
        <Button variant="primary" onClick={retry}>
          {t('retry')}
        </Button>
        <Button asChild>
          <a href="/projects">{t('errors.home')}</a>
        </Button>
      </div>
    </MessagePage>
  );
};
