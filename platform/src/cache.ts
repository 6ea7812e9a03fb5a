/**
 * Caches of what the database knows. A cache may lose anything at any time and says so by `undefined`.
 * Times to live are short (revocation must be visible within a second), so a value is never stale for
 * longer than its time, even when a `delete` is lost.
 */
import { LRUCache } from 'lru-cache';
import type { Redis } from './redis.ts';

export interface Cache {
  /** Undefined when the cache does not have it. Treat the value as frozen: others get the same object. */
  get<T>(key: string): Promise<T | undefined>;
  /** `value` must survive JSON; `undefined` cannot be cached. */
  set(key: string, value: unknown, ttl_millis: number): Promise<void>;
  delete(key: string): Promise<void>;
  /** Ends connections of its own. */
  stop(): Promise<void>;
}

export interface CacheOptions {
  /** Entries kept in this process. */
  max_entries?: number;
}

const createStore = ({ max_entries = 10_000 }: CacheOptions) =>
  new LRUCache<string, { value: unknown }>({ max: max_entries, ttlAutopurge: false });

/** The cache of a single process. */
export const createMemoryCache = (options: CacheOptions = {}): Cache => {
  const store = createStore(options);
  return {
    get: async <T>(key: string) => store.get(key)?.value as T | undefined,
    set: async (key, value, ttl_millis) => {
      if (ttl_millis > 0) store.set(key, { value }, { ttl: Math.ceil(ttl_millis) });
    },
    delete: async (key) => {
      store.delete(key);
    },
    stop: async () => store.clear(),
  };
};

const PREFIX = 'portico:cache:';
const CHANNEL = 'portico:cache:deleted';

/** How long a process may trust its own copy without asking Redis, in milliseconds. */
const NEAR_MILLIS = 1_000;

interface Shared {
  value: unknown;
  expires_at: number;
}

/** Every process hears of every delete; what it missed while unconnected is at most `NEAR_MILLIS` old. */
const listen = (redis: Redis, forget: (key: string) => void): Redis => {
  const subscriber = redis.duplicate({
    lazyConnect: true,
    enableOfflineQueue: true,
    commandTimeout: undefined,
  });
  subscriber.on('error', () => undefined);
  subscriber.on('message', (_channel, key) => forget(key));
  // Queued until connected, and repeated by the client after each reconnect.
  subscriber.subscribe(CHANNEL).catch(() => undefined);
  return subscriber;
};

const ignore = async (command: Promise<unknown>): Promise<void> => {
  await command.catch(() => undefined);
};

/**
 * The cache of several processes: Redis, and a copy in each process for at most a second. While Redis
 * is down each process has its own copy only; nothing fails.
 */
export const createRedisCache = (redis: Redis, options: CacheOptions = {}): Cache => {
  const near = createStore(options);
  // Raised by every delete, so that a value read before it is not remembered after it.
  let deletions = 0;
  const forget = (key: string) => {
    deletions += 1;
    near.delete(key);
  };
  const subscriber = listen(redis, forget);
  const remember = (key: string, { value, expires_at }: Shared) => {
    const ttl = Math.min(NEAR_MILLIS, expires_at - Date.now());
    if (ttl > 0) near.set(key, { value }, { ttl: Math.ceil(ttl) });
  };

  const get = async <T>(key: string): Promise<T | undefined> => {
    const copy = near.get(key);
    if (copy) return copy.value as T;
    const before = deletions;
    const text = await redis.get(PREFIX + key).catch(() => null);
    if (text === null) return undefined;
    const shared = JSON.parse(text) as Shared;
    if (deletions === before) remember(key, shared);
    return shared.value as T;
  };

  const set = async (key: string, value: unknown, ttl_millis: number): Promise<void> => {
    const ttl = Math.ceil(ttl_millis);
    if (ttl <= 0) return;
    const shared = { value, expires_at: Date.now() + ttl };
    remember(key, shared);
    await ignore(redis.set(PREFIX + key, JSON.stringify(shared), 'PX', ttl));
  };

  const remove = async (key: string): Promise<void> => {
    forget(key);
    await ignore(
      redis
        .multi()
        .del(PREFIX + key)
        .publish(CHANNEL, key)
        .exec(),
    );
  };

  const stop = async () => {
    near.clear();
    subscriber.disconnect();
  };
  return { get, set, delete: remove, stop };
};
