import type { Session } from '../sessions/session.ts';
import { AsyncValue } from './async-value.ts';
import { DependencyMap } from './dependency-map.ts';

export interface CacheSource<T> {
  fetch(this: void): Promise<T>;
  /** Whose end makes the value old. */
  readonly session?: Session | null;
}

export interface Caches {
  /** The value under a name and key. The first caller's source stays. */
  value<T>(name: string, key: readonly unknown[], source: CacheSource<T>): AsyncValue<T>;
  /** Brings one value up to date, if it is cached. */
  refresh(name: string, key: readonly unknown[]): Promise<void>;
  /** Brings every value of these names up to date. */
  refreshAll(...names: string[]): Promise<void>;
}

interface Cache {
  readonly values: DependencyMap<{ value?: AsyncValue<unknown> }>;
  /** Weak, because the keys are: a session that is gone takes its values along. */
  readonly all: Set<WeakRef<AsyncValue<unknown>>>;
}

const everyValue = (cache: Cache | undefined): AsyncValue<unknown>[] =>
  [...(cache?.all ?? [])].flatMap((ref) => {
    const value = ref.deref();
    if (!value) cache?.all.delete(ref);
    return value ? [value] : [];
  });

export const createCaches = (): Caches => {
  const caches = new Map<string, Cache>();

  const cacheOf = (name: string): Cache => {
    const cache = caches.get(name) ?? { values: new DependencyMap(), all: new Set() };
    caches.set(name, cache);
    return cache;
  };

  return {
    value: <T>(name: string, key: readonly unknown[], { fetch, session }: CacheSource<T>) => {
      const cache = cacheOf(name);
      const slot = cache.values.getOrCreate(key, () => ({}));
      if (!slot.value) {
        slot.value = new AsyncValue<unknown>({
          fetch,
          onSubscribed: session ? (refresh) => session.onInvalidate(refresh) : undefined,
        });
        cache.all.add(new WeakRef(slot.value));
      }
      return slot.value as AsyncValue<T>;
    },
    refresh: async (name, key) => {
      await cacheOf(name)
        .values.getOrCreate(key, () => ({}))
        .value?.refresh();
    },
    refreshAll: async (...names) => {
      await Promise.all(
        names.flatMap((name) => everyValue(caches.get(name))).map((value) => value.refresh()),
      );
    },
  };
};
