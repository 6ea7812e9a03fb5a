import type { ReactElement } from 'react';
import { Page } from '../theme/scope.tsx';
import { useTranslation } from '../translation.tsx';

/** As tall as the form it stands for, so that nothing jumps. */
export const AuthSkeleton = ({ fullPage }: { fullPage?: boolean }): ReactElement => {
  const { t } = useTranslation();
  return (
    <Page fullPage={fullPage}>
      <div className="portico-card portico-skeleton" role="status" aria-busy="true">
        <span className="portico-hidden">{t('Loading')}</span>
        <i style={{ width: '60%', height: '1.625rem' }} />
        <i style={{ width: '85%', height: '1.25rem', marginBottom: '0.5rem' }} />
        <i style={{ height: '4rem' }} />
        <i style={{ height: '4rem' }} />
        <i />
      </div>
    </Page>
  );
};
