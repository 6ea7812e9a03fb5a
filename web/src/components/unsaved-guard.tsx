import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Button } from './ui/button.tsx';
import { Dialog } from './ui/dialog.tsx';

/** Asks before changes are lost, inside the app and when the tab closes. */
export const UnsavedGuard = ({ when }: { when: boolean }) => {
  const { t } = useTranslation();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: when,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && blocker.reset()}
      title={t('unsaved.title')}
      description={t('unsaved.description')}
      footer={
        <>
          <Button onClick={blocker.reset}>{t('unsaved.stay')}</Button>
          <Button variant="danger" onClick={blocker.proceed}>
            {t('unsaved.leave')}
          </Button>
        </>
      }
    />
  );
};
