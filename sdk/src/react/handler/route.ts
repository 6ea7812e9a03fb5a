import type { HandlerUrls } from '../../urls/handler-urls.ts';
import { toRelative } from '../../urls/trusted-url.ts';
import { handlerPages, pathAlias } from './pages.tsx';
import type { HandlerPage } from './pages.tsx';

/** What a path below the handler leads to. */
export type Route =
  { readonly page: HandlerPage } | { readonly redirect: string } | { readonly notFound: true };

const anyOrigin = 'https://handler.invalid';

const withParams = (url: string, searchParams: Readonly<Record<string, string>>): string => {
  const target = new URL(url, anyOrigin);
  for (const [name, value] of Object.entries(searchParams)) target.searchParams.set(name, value);
  return toRelative(target);
};

const isBelow = (url: string, handler: string): boolean => {
  const base = new URL(handler, anyOrigin);
  const target = new URL(url, anyOrigin);
  const prefix = base.pathname.endsWith('/') ? base.pathname : `${base.pathname}/`;
  return target.origin === base.origin && target.pathname.startsWith(prefix);
};

export interface RouteRequest {
  /** The path after the handler's own. */
  readonly path: string;
  readonly searchParams: Readonly<Record<string, string>>;
  readonly urls: Readonly<HandlerUrls>;
}

export const findRoute = ({ path, searchParams, urls }: RouteRequest): Route => {
  const name = path.replace(/^\/+|\/+$/g, '');
  const page = Object.hasOwn(handlerPages, name) ? handlerPages[name] : undefined;
  if (page) {
    const moved = page.movedBy && urls[page.movedBy];
    if (moved !== undefined && !isBelow(moved, urls.handler))
      return { redirect: withParams(moved, searchParams) };
    return { page };
  }
  const alias = pathAlias(name);
  if (alias) return { redirect: withParams(`${urls.handler.replace(/\/$/, '')}/${alias}`, searchParams) };
  return { notFound: true };
};
