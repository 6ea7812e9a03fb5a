import { isBrowser } from '../apps/environment.ts';
import type { ResolvedOptions } from '../apps/resolve-options.ts';
import { PorticoAssertionError } from '../errors/assertion-error.ts';
import { nextFramework } from '../tokens/framework.ts';
import type { HandlerUrls } from './handler-urls.ts';
import { isTrustedUrl, reduceToOwnOrigin, toRelative } from './trusted-url.ts';

export interface RedirectToOptions {
  /** Replaces the current history entry. */
  replace?: boolean;
  /** Does not remember or use the page to come back to. */
  noRedirectBack?: boolean;
}

export const returnToParam = 'after_auth_return_to';
const unloadMillis = 2_000;

export interface Navigation {
  /** Moves to a handler page or landing, with its return address. Resolves after the page had time to unload. */
  redirectTo(name: keyof HandlerUrls, options?: RedirectToOptions): Promise<void>;
  /** Moves to a URL the kit did not make itself; refuses one that is not trusted. */
  redirectToTrusted(url: string, options?: { replace?: boolean }): Promise<void>;
  /** Moves without a check: the URL is the developer's own. */
  goTo(url: string, options?: { replace?: boolean }): Promise<void>;
  /** The address a mail or provider shall lead back to. */
  callbackUrl(name: keyof HandlerUrls, option: string): string;
}

interface NavigationOptions {
  readonly options: Pick<ResolvedOptions, 'redirectMethod'>;
  readonly urls: Readonly<HandlerUrls>;
  /** Domains the project trusts, asked for only when an absolute URL has to be judged. */
  trustedDomains(): Promise<readonly string[]>;
}

const currentUrl = (): URL | null => (isBrowser() ? new URL(window.location.href) : null);

/** Adds the page to come back to, and makes the address relative when it stays on this host. */
const withReturnAddress = (target: string, page: URL): string => {
  const url = new URL(target, page);
  const given = page.searchParams.get(returnToParam);
  const sameHost = url.protocol === page.protocol && url.host === page.host;
  if (given !== null) url.searchParams.set(returnToParam, given);
  else if (sameHost) url.searchParams.set(returnToParam, toRelative(page));
  return sameHost ? toRelative(url) : url.href;
};

const chooseUrl = (name: keyof HandlerUrls, url: string): string => {
  const page = currentUrl();
  if (!page) return url;
  if (name === 'afterSignIn' || name === 'afterSignUp') return page.searchParams.get(returnToParam) ?? url;
  return name === 'signIn' || name === 'signUp' ? withReturnAddress(url, page) : url;
};

const leave = async (
  redirectMethod: ResolvedOptions['redirectMethod'],
  url: string,
  replace: boolean,
): Promise<void> => {
  if (redirectMethod === 'nextjs' && !isBrowser()) return nextFramework('redirect')(url, { replace });
  if (typeof redirectMethod === 'object' && redirectMethod.navigate) redirectMethod.navigate(url);
  else if (isBrowser()) window.location[replace ? 'replace' : 'assign'](url);
};

export const createNavigation = ({ options, urls, trustedDomains }: NavigationOptions): Navigation => {
  const goTo: Navigation['goTo'] = async (url, { replace = false } = {}) => {
    if (options.redirectMethod === 'none') return;
    await leave(options.redirectMethod, url, replace);
    await new Promise((resolve) => setTimeout(resolve, unloadMillis));
  };

  const redirectToTrusted: Navigation['redirectToTrusted'] = async (url, redirectOptions) => {
    const origin = currentUrl()?.origin;
    const target = reduceToOwnOrigin(url, origin);
    if (!isTrustedUrl(target, { origin }) && !isTrustedUrl(target, { domains: await trustedDomains() })) {
      throw new Error(`The redirect URL ${url} is neither relative nor on a domain this project trusts.`);
    }
    await goTo(target, redirectOptions);
  };

  return {
    goTo,
    redirectToTrusted,
    redirectTo: async (name, { replace, noRedirectBack } = {}) => {
      const url = urls[name];
      if (!url) throw new Error(`There is no URL for "${name}".`);
      if (options.redirectMethod === 'none') return;
      await redirectToTrusted(noRedirectBack ? url : chooseUrl(name, url), { replace });
    },
    callbackUrl: (name, option) => {
      const page = currentUrl();
      if (!page) throw new PorticoAssertionError(`Outside a browser the option "${option}" has to be given.`);
      const url = new URL(urls[name], page);
      const returnTo = page.searchParams.get(returnToParam);
      if (returnTo !== null) url.searchParams.set(returnToParam, returnTo);
      url.hash = '';
      return url.href;
    },
  };
};
