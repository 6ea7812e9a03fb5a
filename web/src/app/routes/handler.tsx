import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { WordMark } from '../../components/mark.tsx';
import { HandlerFrame } from '../../features/hosted-pages/handler-frame.tsx';
import { useTitle } from '../../lib/use-title.ts';
import { handlerApp } from '../handler-app.ts';

/** The pages an end user meets for ten seconds: the kit draws them, this frames them. */
export const HandlerPage = () => {
  const { t } = useTranslation();
  const location = useLocation();
  useTitle();
  return (
    <Centred
      header={
        <a href="/" aria-label={t('handler.back_home')} className="rounded-md">
          <WordMark className="text-xl" />
        </a>
      }
      footer={t('handler.tagline')}
    >
      <HandlerFrame app={handlerApp} location={location.pathname} firstTab="password" />
    </Centred>
  );
};

interface CentredProps {
  header?: ReactNode;
  footer: ReactNode;
  children: ReactNode;
}

export const Centred = ({ header, footer, children }: CentredProps) => (
  <div className="flex min-h-dvh flex-col bg-canvas">
    <header className="flex justify-center px-6 pt-10 sm:pt-16">{header}</header>
    <main className="flex flex-1 flex-col items-center px-4 py-8">{children}</main>
    <footer className="px-6 pb-6 text-center text-xs text-subtle">{footer}</footer>
  </div>
);
