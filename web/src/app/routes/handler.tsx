import { PorticoHandler, PorticoProvider, PorticoTheme } from '@portico/sdk/react';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { WordMark } from '../../components/mark.tsx';
import { useTitle } from '../../lib/use-title.ts';
import { handlerApp } from '../handler-app.ts';
import { handlerTheme } from '../handler-theme.ts';

/** The pages an end user meets for ten seconds: the kit draws them, this frames them. */
export const HandlerPage = () => {
  const { t } = useTranslation();
  const location = useLocation();
  useTitle();
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <header className="flex justify-center px-6 pt-10 sm:pt-16">
        <a href="/" aria-label={t('handler.back_home')} className="rounded-md">
          <WordMark className="text-xl" />
        </a>
      </header>
      <main className="flex flex-1 flex-col items-center px-4 py-8">
        <div className="w-full max-w-[400px]">
          <PorticoProvider app={handlerApp}>
            <PorticoTheme theme={handlerTheme}>
              <PorticoHandler app={handlerApp} location={location.pathname} fullPage={false} />
            </PorticoTheme>
          </PorticoProvider>
        </div>
      </main>
      <footer className="px-6 pb-6 text-center text-xs text-subtle">{t('handler.tagline')}</footer>
    </div>
  );
};
