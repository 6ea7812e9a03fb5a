/** The client kit for Next.js: the session in the request's cookies, redirects from server components. */
import './next/server-framework.ts';

export * from './react.tsx';
export { PorticoHandler } from './next/handler.tsx';
export { PorticoProvider } from './next/provider.tsx';
export type { NextHandlerProps, RouteProps } from './next/handler.tsx';
export type { NextProviderProps } from './next/provider.tsx';
