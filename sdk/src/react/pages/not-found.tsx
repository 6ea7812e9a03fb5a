import type { ReactElement } from 'react';
import { MessageCard } from '../message-card.tsx';
import { usePorticoApp } from '../provider.tsx';
import { useTranslation } from '../translation.tsx';

export const NotFound = ({ fullPage }: { fullPage?: boolean }): ReactElement => {
  const app = usePorticoApp();
  const { t } = useTranslation();
  return (
    <MessageCard
      title={t('Page not found')}
      fullPage={fullPage}
      primaryButtonText={t('Go home')}
      primaryAction={() => app.redirectToHome()}
    >
      <p>{t('The page you are looking for does not exist.')}</p>
    </MessageCard>
  );
};
