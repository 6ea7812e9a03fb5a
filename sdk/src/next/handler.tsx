import type { ReactElement } from 'react';
import { contextOf } from '../apps/internals.ts';
import type { HasInternals } from '../apps/internals.ts';
import { warn } from '../errors/warn.ts';
import type { ComponentProps } from '../react/handler/handler.tsx';
import { findRoute } from '../react/handler/route.ts';
import { MessageCard } from '../react/message-card.tsx';
import { HandlerClient } from './handler-client.tsx';

type Params = Readonly<Record<string, string | string[] | undefined>>;

/** What Next gives a page. */
export interface RouteProps {
  params?: Params | Promise<Params>;
  searchParams?: Params | Promise<Params>;
}

export interface NextHandlerProps extends RouteProps {
  app: HasInternals;
  /** The props of the page, as they are. */
  routeProps?: RouteProps;
  fullPage?: boolean;
  componentProps?: ComponentProps;
}

const single = (params: Params): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => {
      const last = Array.isArray(value) ? value.at(-1) : value;
      return last === undefined ? [] : [[name, last]];
    }),
  );

/** The pages of the kit, for a catch-all route `[...stack]`. Needs a `PorticoProvider` above it. */
export const PorticoHandler = async (props: NextHandlerProps): Promise<ReactElement> => {
  const { app, fullPage = false, componentProps } = props;
  if (!props.routeProps) warn('PorticoHandler: give the props of the page as routeProps.');
  const { params, searchParams } = props.routeProps ?? props;
  const segments = (await params)?.stack;
  if (!Array.isArray(segments)) {
    return (
      <MessageCard title="The handler is in the wrong place" fullPage={fullPage}>
        <p>
          Move the page that shows PorticoHandler into a folder named [...stack], for example
          app/handler/[...stack]/page.tsx.
        </p>
      </MessageCard>
    );
  }
  const request = { path: segments.join('/'), searchParams: single((await searchParams) ?? {}) };
  const route = findRoute({ ...request, urls: contextOf(app).urls });
  if ('page' in route)
    return <HandlerClient {...request} fullPage={fullPage} componentProps={componentProps} />;
  const { notFound, redirect } = await import('next/navigation');
  return 'redirect' in route ? redirect(route.redirect, 'replace') : notFound();
};
