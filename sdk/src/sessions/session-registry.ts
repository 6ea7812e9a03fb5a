import type { TokenStore } from '../tokens/token-store.ts';
import { noTokens, sessionKeyOf } from '../tokens/token-store.ts';
import { Session } from './session.ts';
import type { SessionOptions } from './session.ts';

/** Finds the session a store holds. Equal tokens in two stores never share a session object. */
export const createSessionRegistry = (refresh: SessionOptions['refresh']) => {
  const byStore = new WeakMap<TokenStore, Map<string, Session>>();

  const open = (store: TokenStore, sessions: Map<string, Session>): Session => {
    const session = new Session({ tokens: store.get(), refresh });
    let key = session.key;
    const holdsThis = (): boolean => sessionKeyOf(store.get()) === key;
    session.onTokensChange(() => {
      if (!holdsThis()) return;
      const { refreshToken } = session;
      // A rotated refresh token is still this session, under a new key.
      if (refreshToken && `refresh-${refreshToken}` !== key) {
        sessions.delete(key);
        key = `refresh-${refreshToken}`;
        sessions.set(key, session);
      }
      store.set({ refreshToken, accessToken: session.accessToken?.token ?? null });
    });
    session.onInvalidate(() => {
      if (holdsThis()) store.set(noTokens);
    });
    return session;
  };

  return (store: TokenStore): Session => {
    const sessions = byStore.get(store) ?? new Map<string, Session>();
    byStore.set(store, sessions);
    const key = sessionKeyOf(store.get());
    const session = sessions.get(key) ?? open(store, sessions);
    sessions.set(key, session);
    return session;
  };
};
