import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AsyncValue } from './async-value.ts';
import { createCaches } from './caches.ts';
import { createReadWriteLock } from './read-write-lock.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const counted = () => {
  let count = 0;
  const startedAt: number[] = [];
  const value = new AsyncValue({
    fetch: async () => {
      startedAt.push(Date.now());
      count += 1;
      return count;
    },
  });
  return { value, startedAt };
};

describe('a cached value', () => {
  it('answers twenty reads with at most two requests, 300 ms apart', async () => {
    const { value, startedAt } = counted();
    const all = Promise.all([
      ...Array.from({ length: 10 }, value.read),
      ...Array.from({ length: 10 }, value.fetch),
    ]);
    await vi.advanceTimersByTimeAsync(1_000);
    await all;
    expect(startedAt.length).toBeLessThanOrEqual(2);
    void value.fetch();
    void value.fetch();
    await vi.advanceTimersByTimeAsync(1_000);
    const gaps = startedAt.slice(1).map((at, index) => at - (startedAt[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(300);
  });

  it('is fetched once when only read', async () => {
    const { value, startedAt } = counted();
    expect(await value.read()).toBe(1);
    expect(await value.read()).toBe(1);
    expect(startedAt).toHaveLength(1);
  });

  it('is refreshed for those who watch, and only forgotten otherwise', async () => {
    const { value, startedAt } = counted();
    await value.read();
    await value.refresh();
    expect(startedAt).toHaveLength(1);
    const heard = vi.fn();
    value.subscribe(heard);
    await vi.advanceTimersByTimeAsync(400);
    expect(value.snapshot()).toEqual({ status: 'ok', data: 2 });
    const refreshing = value.refresh();
    await vi.advanceTimersByTimeAsync(400);
    await refreshing;
    expect(value.snapshot()).toEqual({ status: 'ok', data: 3 });
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('survives four seconds without watchers, not six', async () => {
    const { value, startedAt } = counted();
    const stop = value.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(10);
    stop();
    await vi.advanceTimersByTimeAsync(4_000);
    const stopAgain = value.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(10);
    expect(startedAt).toHaveLength(1);
    stopAgain();
    await vi.advanceTimersByTimeAsync(6_000);
    value.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(10);
    expect(startedAt).toHaveLength(2);
  });

  it('never lets a slow older answer replace a newer one', async () => {
    let resolveFirst: (value: string) => void = () => undefined;
    const value = new AsyncValue<string>({ fetch: () => new Promise((resolve) => (resolveFirst = resolve)) });
    const first = value.fetch();
    await vi.advanceTimersByTimeAsync(1);
    value.set('newer');
    resolveFirst('older');
    expect(await first).toBe('older');
    expect(value.snapshot()).toEqual({ status: 'ok', data: 'newer' });
  });

  it('keeps an error until it is refreshed', async () => {
    let isDown = true;
    const value = new AsyncValue({ fetch: async () => (isDown ? Promise.reject(new Error('down')) : 'up') });
    value.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(1);
    expect(value.snapshot()).toMatchObject({ status: 'error' });
    isDown = false;
    const refreshing = value.refresh();
    await vi.advanceTimersByTimeAsync(400);
    await refreshing;
    expect(value.snapshot()).toEqual({ status: 'ok', data: 'up' });
  });
});

describe('caches', () => {
  it('tell keys apart by value, and objects by identity', () => {
    const caches = createCaches();
    const session = {};
    const fetch = async (): Promise<number> => 1;
    const value = caches.value('teams', [session, 'a', 1], { fetch });
    expect(caches.value('teams', [session, 'a', 1], { fetch })).toBe(value);
    expect(caches.value('teams', [{}, 'a', 1], { fetch })).not.toBe(value);
    expect(caches.value('teams', [session, 'a', '1'], { fetch })).not.toBe(value);
    expect(caches.value('users', [session, 'a', 1], { fetch })).not.toBe(value);
  });
});

it('a writer waits for running readers and holds back later ones', async () => {
  const lock = createReadWriteLock();
  const order: string[] = [];
  let endRead: () => void = () => undefined;
  const reading = lock.read(() =>
    new Promise<void>((resolve) => (endRead = resolve)).then(() => void order.push('read')),
  );
  const writing = lock.write(async () => void order.push('write'));
  const later = lock.read(() => void order.push('later'));
  await vi.advanceTimersByTimeAsync(1);
  expect(order).toEqual([]);
  endRead();
  await Promise.all([reading, writing, later]);
  expect(order).toEqual(['read', 'write', 'later']);
});
