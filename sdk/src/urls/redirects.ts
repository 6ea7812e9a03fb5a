import type { AppContext } from '../apps/context.ts';
import { isBrowser } from '../apps/environment.ts';
import { withHooks } from '../cache/hooks.ts';
import { nextFramework } from '../tokens/framework.ts';
import type { HandlerUrls } from './handler-urls.ts';
import type { RedirectToOptions } from './navigation.ts';

type Target = Exclude<keyof HandlerUrls, 'handler'>;
type MethodName<T extends Target> =
  `redirectTo${T extends 'oauthCallback' ? 'OAuthCallback' : Capitalize<T>}`;

/** One method for each page, for example `redirectToSignIn`. Resolves after the page had time to unload. */
export type RedirectMethods = {
  [T in Target as MethodName<T>]: (options?: RedirectToOptions) => Promise<void>;
} & {
  /** The way to another page inside a component. */
  useNavigate(): (to: string) => void;
};

const methodOf = (target: string): string => {
  const name = target === 'oauthCallback' ? 'oAuthCallback' : target;
  return `redirectTo${name.charAt(0).toUpperCase()}${name.slice(1)}`;
};

const useNavigateOf = ({ options }: AppContext): ((to: string) => void) => {
  const method = options.redirectMethod;
  if (typeof method === 'object') return method.useNavigate();
  if (method === 'nextjs') return nextFramework('useNavigate')();
  return method === 'window' && isBrowser() ? (to) => window.location.assign(to) : () => undefined;
};

export const redirectMethods = (ctx: AppContext): RedirectMethods => {
  const targets = Object.keys(ctx.urls).filter((target) => target !== 'handler') as Target[];
  const methods = targets.map((target) => [
    methodOf(target),
    (options?: RedirectToOptions) => ctx.navigation.redirectTo(target, options),
  ]);
  return {
    ...(Object.fromEntries(methods) as RedirectMethods),
    ...withHooks<Pick<RedirectMethods, 'useNavigate'>>(() => ({ useNavigate: () => useNavigateOf(ctx) })),
  };
};
