import type { AsyncValue } from '../cache/async-value.ts';
import type { Call } from '../http/api.ts';
import type { Session } from '../sessions/session.ts';
import type { AppContext } from './context.ts';

/** In whose name an object talks to the API: a signed-in client, or the server itself. */
export interface Caller {
  readonly ctx: AppContext;
  readonly access: 'client' | 'server' | 'admin';
  readonly session: Session | null;
  json<T>(path: string, call?: Call): Promise<T>;
  send(path: string, call?: Call): Promise<void>;
  /** A value cached for this caller. */
  value<T>(name: string, key: readonly unknown[], fetch: () => Promise<T>): AsyncValue<T>;
  refresh(name: string, key?: readonly unknown[]): Promise<void>;
  refreshAll(...names: string[]): Promise<void>;
}

export const createCaller = (
  ctx: AppContext,
  access: Caller['access'],
  session: Session | null = null,
): Caller => {
  const named = (name: string): string => `${access}.${name}`;
  const keyed = (key: readonly unknown[]): readonly unknown[] => [session, ...key];
  const complete = (call: Call = {}): Call => ({ access, session, ...call });
  return {
    ctx,
    access,
    session,
    json: (path, call) => ctx.api.json(path, complete(call)),
    send: async (path, call) => {
      await ctx.api.send(path, complete(call));
    },
    value: (name, key, fetch) => ctx.caches.value(named(name), keyed(key), { fetch, session }),
    refresh: (name, key = []) => ctx.caches.refresh(named(name), keyed(key)),
    refreshAll: (...names) => ctx.caches.refreshAll(...names.map(named)),
  };
};
