'use client';

import { Suspense, useEffect } from 'react';
import type { ReactElement } from 'react';
import type { PorticoClientApp } from '../../apps/client-app.ts';
import { contextOf } from '../../apps/internals.ts';
import { isBrowser } from '../../apps/environment.ts';
import { AuthSkeleton } from '../auth-page/auth-skeleton.tsx';
import { NotFound } from '../pages/not-found.tsx';
import { findRoute } from './route.ts';

/** Props for single pages, by component name; undefined values are ignored. */
export type ComponentProps = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

export interface PorticoHandlerProps {
  app: PorticoClientApp<true>;
  /** The path of the page, for example `location.pathname`. */
  location: string;
  fullPage?: boolean;
  componentProps?: ComponentProps;
}

const Leave = ({
  app,
  to,
  fullPage,
}: {
  app: PorticoClientApp<true>;
  to: string;
  fullPage: boolean;
}): ReactElement => {
  useEffect(() => {
    // Even an app that never redirects has to leave an address that shows nothing.
    if (contextOf(app).options.redirectMethod === 'none') window.location.replace(to);
    else void contextOf(app).navigation.redirectToTrusted(to, { replace: true });
  }, [app, to]);
  return <AuthSkeleton fullPage={fullPage} />;
};

const given = (props: Readonly<Record<string, unknown>> = {}): Record<string, unknown> =>
  Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined));

export interface HandlerViewProps extends Omit<PorticoHandlerProps, 'location'> {
  /** The path below the handler. */
  path: string;
  searchParams: Readonly<Record<string, string>>;
}

/** One page of the kit, chosen by its path. */
export const HandlerView = (props: HandlerViewProps): ReactElement => {
  const { app, path, searchParams, fullPage = false, componentProps = {} } = props;
  const route = findRoute({ path, searchParams, urls: app.urls });
  if ('redirect' in route) return <Leave app={app} to={route.redirect} fullPage={fullPage} />;
  if ('notFound' in route) return <NotFound fullPage={fullPage} />;
  const { Component, name } = route.page;
  return (
    <Suspense fallback={<AuthSkeleton fullPage={fullPage} />}>
      <Component
        fullPage={fullPage}
        searchParams={searchParams}
        automaticRedirect
        {...given(componentProps[name])}
      />
    </Suspense>
  );
};

/** The pages of the kit, all below one path. Needs a `PorticoProvider` above it. */
export const PorticoHandler = ({ location, ...props }: PorticoHandlerProps): ReactElement => {
  const { handler } = props.app.urls;
  const path = location.startsWith(handler) ? location.slice(handler.length) : location;
  const searchParams = isBrowser() ? Object.fromEntries(new URLSearchParams(window.location.search)) : {};
  return <HandlerView {...props} path={path} searchParams={searchParams} />;
};
