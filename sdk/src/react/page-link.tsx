import type { ReactElement, ReactNode } from 'react';
import { contextOf } from '../apps/internals.ts';
import { isBrowser } from '../apps/environment.ts';
import { returnToParam } from '../urls/navigation.ts';
import type { HandlerUrls } from '../urls/handler-urls.ts';
import { usePorticoApp } from './provider.tsx';

/** The address of a page, with the place to come back to carried along. */
const addressOf = (url: string): string => {
  const returnTo = isBrowser() ? new URLSearchParams(window.location.search).get(returnToParam) : null;
  if (returnTo === null) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams({ [returnToParam]: returnTo }).toString()}`;
};

/** A link to a page of the kit. Uses the app's router for plain clicks. */
export const PageLink = ({
  page,
  children,
}: {
  page: keyof HandlerUrls;
  children: ReactNode;
}): ReactElement => {
  const app = usePorticoApp();
  const navigate = app.useNavigate();
  const href = addressOf(app.urls[page]);
  const usesRouter = contextOf(app).options.redirectMethod !== 'none';
  return (
    <a
      className="portico-link"
      href={href}
      onClick={(event) => {
        const isPlain =
          !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && event.button === 0;
        if (!isPlain || !usesRouter) return;
        event.preventDefault();
        navigate(href);
      }}
    >
      {children}
    </a>
  );
};
