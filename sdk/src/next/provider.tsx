import type { ReactElement } from 'react';
import { porticoAppInternalsSymbol } from '../apps/internals.ts';
import type { HasInternals } from '../apps/internals.ts';
import type { PorticoProviderProps } from '../react/provider.tsx';
import { ProviderClient } from './provider-client.tsx';

export interface NextProviderProps extends Omit<PorticoProviderProps, 'app'> {
  /** Any app; only what a browser may know is sent there. */
  app: HasInternals;
}

/** Gives the components of the kit their app. Works in server components. */
export const PorticoProvider = ({ app, ...props }: NextProviderProps): ReactElement => (
  <ProviderClient {...props} json={app[porticoAppInternalsSymbol].toClientJson()} />
);
