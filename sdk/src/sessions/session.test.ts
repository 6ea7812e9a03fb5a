import { describe, expect, it } from 'vitest';
import { KnownErrors } from '../errors/known-errors.ts';
import { accessTokenFor } from '../testing/fixtures.ts';
import { createMemoryStore, noTokens } from '../tokens/token-store.ts';
import { createSessionRegistry } from './session-registry.ts';
import { Session } from './session.ts';
import type { Refreshed } from './session.ts';

const opened = (
  seconds: number | null,
  refresh: () => Promise<Refreshed>,
  refreshToken: string | null = 'r1',
) => {
  const accessToken = seconds === null ? null : accessTokenFor(seconds);
  let calls = 0;
  const counted = (): Promise<Refreshed> => {
    calls += 1;
    return refresh();
  };
  const session = new Session({ tokens: { accessToken, refreshToken }, refresh: counted });
  return { session, accessToken, calls: () => calls };
};

const fresh = async (): Promise<Refreshed> => ({ accessToken: accessTokenFor(600) });

describe('a session', () => {
  it('refreshes once for twenty callers with an expired token', async () => {
    const { session, calls } = opened(-5, fresh);
    const all = await Promise.all(
      Array.from({ length: 20 }, () => session.getOrFetchLikelyValidTokens(20_000)),
    );
    expect(calls()).toBe(1);
    expect(new Set(all.map((tokens) => tokens?.accessToken.token)).size).toBe(1);
  });

  it('keeps a token with 21 seconds left and refreshes one with 19', async () => {
    const long = opened(21, fresh);
    expect((await long.session.getOrFetchLikelyValidTokens(20_000))?.accessToken.token).toBe(
      long.accessToken,
    );
    expect(long.calls()).toBe(0);
    const short = opened(19, fresh);
    await short.session.getOrFetchLikelyValidTokens(20_000);
    expect(short.calls()).toBe(1);
  });

  it('refuses to promise more than a minute', async () => {
    await expect(opened(600, fresh).session.getOrFetchLikelyValidTokens(60_001)).rejects.toThrow('60000');
  });

  it('refuses a fresh token that expires too soon', async () => {
    const { session } = opened(null, async () => ({ accessToken: accessTokenFor(5) }));
    await expect(session.getOrFetchLikelyValidTokens(20_000)).rejects.toThrow('too soon');
  });

  it('ends when its refresh token is refused, and stays ended', async () => {
    const { session, calls } = opened(null, () =>
      Promise.reject(new KnownErrors.RefreshTokenNotFoundOrExpired()),
    );
    expect(await session.getOrFetchLikelyValidTokens(20_000)).toBeNull();
    expect(session.isKnownToBeInvalid()).toBe(true);
    expect(await session.fetchNewTokens()).toBeNull();
    expect(calls()).toBe(1);
  });

  it('survives a refresh that fails otherwise, and tries again at the next call', async () => {
    let isDown = true;
    const { session, calls } = opened(null, () => (isDown ? Promise.reject(new Error('down')) : fresh()));
    const both = [session.getOrFetchLikelyValidTokens(20_000), session.getOrFetchLikelyValidTokens(20_000)];
    expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isDown = false;
    expect(await session.getOrFetchLikelyValidTokens(20_000)).not.toBeNull();
    expect(calls()).toBe(2);
    expect(session.isKnownToBeInvalid()).toBe(false);
  });

  it('with only an access token is sent until the token expires, without a refresh', async () => {
    const alive = opened(3, fresh, null);
    expect((await alive.session.getOrFetchLikelyValidTokens(20_000))?.accessToken.token).toBe(
      alive.accessToken,
    );
    const dead = opened(-1, fresh, null);
    expect(await dead.session.getOrFetchLikelyValidTokens(20_000)).toBeNull();
    expect(alive.calls() + dead.calls()).toBe(0);
  });

  it('without any token is known to be nobody', () => {
    expect(opened(null, fresh, null).session.isKnownToBeInvalid()).toBe(true);
  });

  it('treats a token that lacks a claim as absent', async () => {
    const broken = accessTokenFor(600, { role: 'robot' });
    const session = new Session({ tokens: { accessToken: broken, refreshToken: 'r' }, refresh: fresh });
    expect(session.accessToken).toBeNull();
  });

  it('forgets a refused token only while it is still the current one', async () => {
    const { session, accessToken } = opened(600, fresh);
    session.markAccessTokenExpired('another');
    expect(session.accessToken?.token).toBe(accessToken);
    session.markAccessTokenExpired(accessToken ?? '');
    expect(session.accessToken).toBeNull();
  });
});

describe('a session and its store', () => {
  it('share refreshed tokens, and the end of the session', async () => {
    const store = createMemoryStore({ accessToken: null, refreshToken: 'r1' });
    const session = createSessionRegistry(fresh)(store);
    const tokens = await session.getOrFetchLikelyValidTokens(20_000);
    expect(store.get().accessToken).toBe(tokens?.accessToken.token);
    session.markInvalid();
    expect(store.get()).toEqual(noTokens);
  });

  it('do not disturb another session that took the store meanwhile', async () => {
    let answer: (refreshed: Refreshed) => void = () => undefined;
    let refuse: (error: unknown) => void = () => undefined;
    const hanging = (): Promise<Refreshed> =>
      new Promise((resolve, reject) => ([answer, refuse] = [resolve, reject]));
    const sessionOf = createSessionRegistry(hanging);
    const store = createMemoryStore({ accessToken: null, refreshToken: 'a' });
    const first = sessionOf(store).getOrFetchLikelyValidTokens(20_000);
    const other = { accessToken: accessTokenFor(600), refreshToken: 'b' };
    store.set(other);
    await Promise.resolve();
    answer({ accessToken: accessTokenFor(600) });
    await first;
    expect(store.get()).toEqual(other);

    store.set({ accessToken: null, refreshToken: 'a2' });
    const second = sessionOf(store).getOrFetchLikelyValidTokens(20_000);
    store.set(other);
    await Promise.resolve();
    refuse(new KnownErrors.RefreshTokenNotFoundOrExpired());
    expect(await second).toBeNull();
    expect(store.get()).toEqual(other);
  });

  it('are one object for the same tokens, and two for two stores', () => {
    const sessionOf = createSessionRegistry(fresh);
    const tokens = { accessToken: null, refreshToken: 'r' };
    const store = createMemoryStore(tokens);
    expect(sessionOf(store)).toBe(sessionOf(store));
    expect(sessionOf(createMemoryStore(tokens))).not.toBe(sessionOf(store));
  });

  it('keep the session when the project rotates refresh tokens', async () => {
    const sessionOf = createSessionRegistry(async () => ({ ...(await fresh()), refreshToken: 'r2' }));
    const store = createMemoryStore({ accessToken: null, refreshToken: 'r1' });
    const session = sessionOf(store);
    await session.fetchNewTokens();
    expect(store.get().refreshToken).toBe('r2');
    expect(sessionOf(store)).toBe(session);
    session.markInvalid();
    expect(store.get()).toEqual(noTokens);
  });
});
