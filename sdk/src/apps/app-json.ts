import { PorticoAssertionError } from '../errors/assertion-error.ts';
import type { HandlerUrls } from '../urls/handler-urls.ts';
import type { RedirectMethod } from '../urls/redirect-method.ts';
import type { AppContext } from './context.ts';

/** An app as text, for the way from a server component to a client component. */
export interface PorticoClientAppJson {
  readonly baseUrl: string | { readonly browser: string; readonly server: string };
  readonly projectId: string;
  readonly publishableClientKey: string;
  readonly tokenStore: 'cookie' | 'nextjs-cookie' | 'memory' | null;
  readonly urls: Partial<HandlerUrls>;
  readonly oauthScopesOnSignIn: Record<string, string[]>;
  readonly uniqueIdentifier: string;
  readonly redirectMethod: Extract<RedirectMethod, string>;
  readonly extraRequestHeaders: Record<string, string>;
  readonly cookieDomain?: string;
}

interface Registered<App> {
  readonly app: App;
  /** Absent for apps made by plain construction. */
  readonly configuration?: string;
}

const registry = new Map<string, Registered<unknown>>();
const identifiers = new WeakMap<AppContext, string>();

/** Made on first need only: some runtimes forbid randomness while a module loads. */
const identifierOf = (context: AppContext, app: unknown): string => {
  const known = identifiers.get(context);
  if (known) return known;
  const identifier = crypto.randomUUID();
  identifiers.set(context, identifier);
  registry.set(identifier, { app });
  return identifier;
};

export const toClientJson = (context: AppContext, app: unknown): PorticoClientAppJson => {
  const { options } = context;
  const { redirectMethod, publishableClientKey, tokenStore = null } = options;
  if (typeof redirectMethod !== 'string') {
    throw new PorticoAssertionError(
      'An app with a redirect method of its own cannot be sent to the browser.',
    );
  }
  if (!publishableClientKey)
    throw new PorticoAssertionError('An app without publishable client key cannot be sent to the browser.');
  if (typeof tokenStore === 'object' && tokenStore !== null) {
    throw new PorticoAssertionError('An app that holds tokens of its own cannot be sent to the browser.');
  }
  return {
    baseUrl: options.baseUrl ?? context.baseUrl(),
    projectId: context.projectId,
    publishableClientKey,
    tokenStore,
    urls: options.urls ?? {},
    oauthScopesOnSignIn: options.oauthScopesOnSignIn,
    uniqueIdentifier: identifierOf(context, app),
    redirectMethod,
    extraRequestHeaders: options.extraRequestHeaders,
    ...(options.cookieDomain !== undefined && { cookieDomain: options.cookieDomain }),
  };
};

/** The app registered under the identifier, or a new one. Two different apps may not claim one identifier. */
export const fromClientJson = <App>(
  json: PorticoClientAppJson,
  construct: (json: PorticoClientAppJson) => App,
): App => {
  const configuration = JSON.stringify(json);
  const known = registry.get(json.uniqueIdentifier) as Registered<App> | undefined;
  if (known?.configuration !== undefined && known.configuration !== configuration) {
    throw new PorticoAssertionError('Two apps with different options share a unique identifier.');
  }
  if (known) return known.app;
  const app = construct(json);
  registry.set(json.uniqueIdentifier, { app, configuration });
  return app;
};
