import { createBrowserJar } from '../../tokens/cookie-jar.ts';

const maxAgeSeconds = 3_600;
const cookieName = (state: string): string => `stack-oauth-outer-${state}`;
/** Kept in the tab, because a second factor may come between the callback and the target. */
const returnKey = (state: string): string => `portico-oauth-return-${state}`;

/** A sign-in with another provider that has left this page and not come back yet. */
export interface OAuthAttempt {
  readonly verifier: string;
  readonly returnTo?: string;
}

export const rememberAttempt = (state: string, { verifier, returnTo }: OAuthAttempt): void => {
  const jar = createBrowserJar();
  jar.set(cookieName(state), verifier, { secure: jar.secure, maxAgeSeconds });
  if (returnTo !== undefined) window.sessionStorage.setItem(returnKey(state), returnTo);
};

/** Each attempt can be taken once. */
export const takeAttempt = (state: string): OAuthAttempt | null => {
  const jar = createBrowserJar();
  const verifier = jar.all().get(cookieName(state));
  if (!verifier) return null;
  jar.delete(cookieName(state), { secure: jar.secure });
  const returnTo = window.sessionStorage.getItem(returnKey(state)) ?? undefined;
  window.sessionStorage.removeItem(returnKey(state));
  return { verifier, returnTo };
};
