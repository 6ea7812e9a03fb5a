import { describe, expect, it } from 'vitest';
import { createTokenStores, hasNoTokenStore } from './token-stores.ts';
import type { AnyTokenStoreInit } from './token-store.ts';

const storesOf = (tokenStore: AnyTokenStoreInit | undefined) =>
  createTokenStores({ projectId: 'p1', tokenStore });

const requestWith = (headers: Record<string, string>) => ({
  headers: { get: (name: string) => headers[name] ?? null },
});

describe('token stores', () => {
  it('"memory" is one store an app', async () => {
    const stores = storesOf('memory');
    const store = await stores.open();
    expect(await stores.open()).toBe(store);
    expect(await storesOf('memory').open()).not.toBe(store);
  });

  it('a pair is a fresh store a call, and half a pair is enough', async () => {
    const stores = storesOf({ accessToken: 'a', refreshToken: null });
    const store = await stores.open();
    expect(store.get()).toEqual({ accessToken: 'a', refreshToken: null });
    expect(await stores.open()).not.toBe(store);
    expect(stores.openForHook()).toBe(stores.openForHook());
  });

  it('a call can bring its own', async () => {
    const stores = storesOf('memory');
    const store = await stores.open({ accessToken: null, refreshToken: 'r' });
    expect(store.get().refreshToken).toBe('r');
    expect((await stores.open()).get().refreshToken).toBeNull();
  });

  it('null is nowhere', () => {
    expect(hasNoTokenStore(null)).toBe(true);
    expect(hasNoTokenStore(null, 'memory')).toBe(false);
    expect(hasNoTokenStore('memory', null)).toBe(true);
  });

  it('refuses what it does not know, cookies without a browser, and the text "undefined"', async () => {
    await expect(storesOf('disk' as never).open()).rejects.toThrow('disk');
    await expect(storesOf(undefined).open()).rejects.toThrow('undefined');
    await expect(storesOf('cookie').open()).rejects.toThrow('browser');
    await expect(storesOf({ accessToken: 'undefined', refreshToken: null }).open()).rejects.toThrow(
      'undefined',
    );
  });
});

describe('the store of a request', () => {
  it('reads the header before the cookies', async () => {
    const request = requestWith({
      'x-stack-auth': JSON.stringify({ accessToken: 'a', refreshToken: 'r' }),
      cookie: 'stack-refresh-p1=cookie',
    });
    expect((await storesOf(request).open()).get()).toEqual({ accessToken: 'a', refreshToken: 'r' });
  });

  it('reads cookies as a browser wrote them', async () => {
    const value = encodeURIComponent(JSON.stringify({ refresh_token: 'r', updated_at_millis: 1 }));
    const access = encodeURIComponent('["r","a"]');
    const request = requestWith({
      cookie: `x=1; __Host-stack-refresh-p1--default=${value}; stack-access=${access}`,
    });
    expect((await storesOf(request).open()).get()).toEqual({ accessToken: 'a', refreshToken: 'r' });
  });

  it('is one for the same request', async () => {
    const request = requestWith({ 'x-stack-auth': '{}' });
    const stores = storesOf('memory');
    expect(await stores.open(request)).toBe(await stores.open(request));
    expect((await stores.open(request)).get()).toEqual({ accessToken: null, refreshToken: null });
  });

  it.each(['[]', 'null', 'nope', '"x"', '3'])('refuses the header %s and quotes it', async (header) => {
    await expect(storesOf(requestWith({ 'x-stack-auth': header })).open()).rejects.toThrow(header);
  });
});
