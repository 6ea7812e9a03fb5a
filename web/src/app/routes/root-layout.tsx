import { Outlet, useRouterState } from '@tanstack/react-router';
import { WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Toaster } from 'sonner';
import { useTheme } from '../../lib/theme.ts';
import { useOnline } from '../../lib/use-online.ts';

export const RootLayout = () => {
  const theme = useTheme();
  return (
    <>
      <Progress />
      <OfflineBanner />
      <Outlet />
      <Toaster
        theme={theme}
        position="bottom-right"
        toastOptions={{
          style: {
            background: 'var(--raised)',
            color: 'var(--fg)',
            border: '1px solid var(--line)',
            boxShadow: 'var(--shadow-pop)',
            fontFamily: 'var(--font-sans)',
          },
        }}
      />
    </>
  );
};

/** A hairline at the top while a page that was not prefetched loads. */
const Progress = () => {
  const loading = useRouterState({ select: (state) => state.status === 'pending' });
  if (!loading) return null;
  return <div aria-hidden="true" className="progress fixed inset-x-0 top-0 z-50 h-0.5 bg-accent" />;
};

const OfflineBanner = () => {
  const { t } = useTranslation();
  if (useOnline()) return null;
  return (
    <p
      role="status"
      className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-sm text-warn"
    >
      <WifiOff className="size-4 shrink-0" aria-hidden="true" />
      {t('offline.banner')}
    </p>
  );
};
