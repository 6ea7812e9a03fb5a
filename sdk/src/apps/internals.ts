import type { Call } from '../http/api.ts';
import type { Caller } from './caller.ts';
import type { AppContext } from './context.ts';
import type { PorticoClientAppJson } from './app-json.ts';
import type { CurrentUser } from '../users/current-user.ts';
import type { ResolvedOptions } from './resolve-options.ts';

/** Opens the workings of an app: for the kit itself, for tests, and for the hosted pages. */
export const porticoAppInternalsSymbol: unique symbol = Symbol.for('portico.app-internals') as never;

export interface AppInternals {
  readonly context: AppContext;
  /** Calls with the app's strongest access and no session. */
  readonly caller: Caller;
  /** What a server component may hand to a client component; never a secret. */
  toClientJson(): PorticoClientAppJson;
  /** Seeds the current user, so that the first render needs no request. */
  setCurrentUser(user: Promise<CurrentUser | null>): void;
  getConstructorOptions(): ResolvedOptions;
  /** A raw call with the app's session. */
  sendRequest(path: string, call?: Call, access?: Call['access']): Promise<Response>;
}

export interface HasInternals {
  readonly [porticoAppInternalsSymbol]: AppInternals;
}

export const contextOf = (app: HasInternals): AppContext => app[porticoAppInternalsSymbol].context;

export const callerOf = (app: HasInternals): Caller => app[porticoAppInternalsSymbol].caller;

/** What an area adds to an app: everything but what every app is built with. */
export type MembersOf<App> = Omit<App, keyof HasInternals | 'projectId' | 'urls'>;
