import { isBrowser } from '../apps/environment.ts';
import type { Result } from '../errors/result.ts';
import { failed, ok } from '../errors/result.ts';
import { cacheLock } from './read-write-lock.ts';

const throttleMillis = 300;
const unusedMillis = 5_000;

export interface AsyncValueOptions<T> {
  fetch(): Promise<T>;
  /** Called with the first subscriber; what it returns is called with the last one. */
  onSubscribed?(refresh: () => void): () => void;
}

/** A promise React can look into without waiting. */
type Tracked<T> = Promise<T> & { status?: 'fulfilled' | 'rejected'; value?: T; reason?: unknown };

/** One cached value of the server: fetched at most once at a time and at most every 300 ms. */
export class AsyncValue<T> {
  readonly #options: AsyncValueOptions<T>;
  readonly #listeners = new Set<() => void>();
  #state: Result<T> | null = null;
  #waiting: Tracked<T> | null = null;
  #running: Promise<unknown> | null = null;
  #queued: Promise<T> | null = null;
  #startedAt = -Infinity;
  #generation = 0;
  #unusedTimer?: ReturnType<typeof setTimeout>;
  #unsubscribed?: () => void;

  constructor(options: AsyncValueOptions<T>) {
    this.#options = options;
  }

  /** The last result, without asking the server. The same object until it changes. */
  readonly snapshot = (): Result<T> | null => this.#state;

  /** Always asks the server and stores the answer. Calls that wait for the next start share it. */
  readonly fetch = (): Promise<T> => {
    this.#queued ??= this.#runQueued();
    return this.#queued;
  };

  /** The cached value, or the promise of the first one. Stable between changes, as `React.use` needs it. */
  readonly read = (): Promise<T> => {
    this.#waiting ??= this.fetch();
    return this.#waiting;
  };

  /** Fetches again if somebody watches; otherwise the next read does. */
  readonly refresh = async (): Promise<void> => {
    if (this.#listeners.size > 0) await this.fetch().catch(() => undefined);
    else this.invalidate();
  };

  /** Forgets the value; the next read asks the server. */
  readonly invalidate = (): void => {
    this.#generation += 1;
    this.#state = null;
    this.#waiting = null;
  };

  readonly set = (value: T): void => {
    this.#generation += 1;
    this.#store(ok(value));
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    clearTimeout(this.#unusedTimer);
    if (this.#listeners.size === 1) this.#begin();
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#end();
    };
  };

  #begin(): void {
    this.#unsubscribed = this.#options.onSubscribed?.(() => void this.refresh());
    if (!this.#state && !this.#queued) void this.read().catch(() => undefined);
  }

  #end(): void {
    this.#unsubscribed?.();
    this.#unsubscribed = undefined;
    this.#forgetWhenUnused();
  }

  #forgetWhenUnused(): void {
    clearTimeout(this.#unusedTimer);
    this.#unusedTimer = setTimeout(() => {
      if (this.#listeners.size === 0) this.invalidate();
    }, unusedMillis);
    // A timer of the kit must not keep a server process alive.
    if (typeof this.#unusedTimer === 'object') this.#unusedTimer.unref?.();
  }

  async #runQueued(): Promise<T> {
    await this.#running?.catch(() => undefined);
    const pause = this.#startedAt + throttleMillis - Date.now();
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    this.#queued = null;
    this.#startedAt = Date.now();
    this.#generation += 1;
    const run = this.#run(this.#generation);
    this.#running = run;
    return run;
  }

  async #run(generation: number): Promise<T> {
    let result: Result<T>;
    try {
      result = ok(await this.#options.fetch());
    } catch (error) {
      result = failed(error);
    }
    await cacheLock.read(() => {
      if (generation === this.#generation) this.#store(result);
    });
    // A component whose first read failed never subscribes, so nobody else would ever clear the error.
    if ((!isBrowser() || result.status === 'error') && this.#listeners.size === 0) this.#forgetWhenUnused();
    if (result.status === 'error') throw result.error;
    return result.data;
  }

  #store(result: Result<T>): void {
    this.#state = result;
    this.#waiting = tracked(result);
    for (const listener of [...this.#listeners]) listener();
  }
}

const tracked = <T>(result: Result<T>): Tracked<T> => {
  const promise: Tracked<T> =
    result.status === 'ok' ? Promise.resolve(result.data) : Promise.reject(result.error);
  promise.catch(() => undefined);
  if (result.status === 'ok')
    return Object.assign(promise, { status: 'fulfilled' as const, value: result.data });
  return Object.assign(promise, { status: 'rejected' as const, reason: result.error });
};
