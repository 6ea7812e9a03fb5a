'use client';

import type { ReactElement } from 'react';
import { HandlerView } from '../react/handler/handler.tsx';
import type { HandlerViewProps } from '../react/handler/handler.tsx';
import { usePorticoApp } from '../react/provider.tsx';

export const HandlerClient = (props: Omit<HandlerViewProps, 'app'>): ReactElement => {
  const app = usePorticoApp();
  return <HandlerView {...props} app={app} />;
};
