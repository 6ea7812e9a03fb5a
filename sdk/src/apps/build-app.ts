import type { Access } from '../http/api.ts';
import { defaultRedirectMethod } from '../tokens/framework.ts';
import type { Transport } from '../http/transport.ts';
import { toClientJson } from './app-json.ts';
import { createCaller } from './caller.ts';
import { createContext } from './context.ts';
import type { AppContext } from './context.ts';
import { contextOf, porticoAppInternalsSymbol } from './internals.ts';
import type { AppInternals, HasInternals } from './internals.ts';
import type { AnyAppOptions } from './options.ts';
import { resolveOptions } from './resolve-options.ts';
import { currentUserValue } from '../users/client-users.ts';
import type { CurrentInternalUser } from '../users/current-user.ts';

export type AppOptions = AnyAppOptions & { inheritsFrom?: unknown };

/** Replaced by tests; never part of the public options. */
let transport: Transport | undefined;

export const setTransport = (value: Transport | undefined): void => {
  transport = value;
};

/** The parent's options, under those of the child that are set. */
const inherited = ({ inheritsFrom, ...own }: AppOptions): AnyAppOptions => {
  const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
  return inheritsFrom ? { ...contextOf(inheritsFrom as HasInternals).options, ...given } : given;
};

const internalsOf = (app: object, context: AppContext): AppInternals => ({
  context,
  caller: createCaller(context, context.access),
  toClientJson: () => toClientJson(context, app),
  setCurrentUser: (user) => {
    void Promise.all([user, context.session()]).then(([found, session]) =>
      currentUserValue(context, session).set(found as CurrentInternalUser | null),
    );
  },
  getConstructorOptions: () => context.options,
  sendRequest: async (path, call, access = 'client') =>
    context.api.send(path, { access, session: await context.session(), ...call }),
});

/** Prepares an app: its context, its id and urls, and the door to its internals. */
export const buildApp = (app: object, access: Access, options: AppOptions): AppContext => {
  const context = createContext(
    access,
    resolveOptions(access, inherited(options), defaultRedirectMethod()),
    transport,
  );
  Object.assign(app, { projectId: context.projectId });
  Object.defineProperties(app, {
    urls: { get: () => context.urls, enumerable: true },
    [porticoAppInternalsSymbol]: { value: internalsOf(app, context) },
  });
  return context;
};
