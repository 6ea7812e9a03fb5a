'use client';

import { useMemo } from 'react';
import type { ReactElement } from 'react';
import type { PorticoClientAppJson } from '../apps/app-json.ts';
import { PorticoClientApp } from '../apps/client-app.ts';
import { porticoAppInternalsSymbol } from '../apps/internals.ts';
import { PorticoProvider } from '../react/provider.tsx';
import type { PorticoProviderProps } from '../react/provider.tsx';
import './client-framework.ts';

/** Brings the app back to life in the browser. */
export const ProviderClient = ({
  json,
  ...props
}: Omit<PorticoProviderProps, 'app'> & { json: PorticoClientAppJson }): ReactElement => {
  const app = useMemo(() => PorticoClientApp[porticoAppInternalsSymbol].fromClientJson(json), [json]);
  return <PorticoProvider {...props} app={app as PorticoClientApp<true>} />;
};
