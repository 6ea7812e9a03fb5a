import type { AppContext } from '../../apps/context.ts';
import { isBrowser } from '../../apps/environment.ts';
import { SignInAgainError } from '../../errors/sign-in-again-error.ts';
import { path, withQuery } from '../../http/path.ts';
import { uncached } from '../../http/transport.ts';
import type { Session } from '../../sessions/session.ts';
import { minTokenMillis } from '../../sessions/session.ts';
import { rememberAttempt } from './attempt.ts';
import { challengeOf, randomText } from './pkce.ts';

export interface OAuthStart {
  readonly provider: string;
  /** `link` connects the account to whoever is signed in. */
  readonly type: 'authenticate' | 'link';
  readonly session: Session;
  /** Asked for beyond what the provider's sign-in needs. */
  readonly scopes?: readonly string[];
  /** Where to go after the callback. */
  readonly returnTo?: string;
}

/** The address a provider leads back to. The callback page makes the same one, so it may not depend on the answer. */
export const oauthRedirectUri = (ctx: AppContext): string => {
  const url = new URL(ctx.navigation.callbackUrl('oauthCallback', 'callbackUrl'));
  url.searchParams.delete('code');
  url.searchParams.delete('state');
  return url.href;
};

const clientOf = ({ projectId, options }: AppContext): { client_id: string; client_secret: string } => {
  if (!options.publishableClientKey)
    throw new Error('An app made with a projectOwnerSession cannot sign in with another provider.');
  return { client_id: projectId, client_secret: options.publishableClientKey };
};

/** A page that leaves for a refusal is lost, so the one that a new sign-in mends is found out before. */
const checkRecentSignIn = async ({ transport }: AppContext, url: string): Promise<void> => {
  const options: RequestInit = { ...uncached(), redirect: 'manual', credentials: 'omit' };
  const answer = await transport.fetch(url, options).catch(() => null);
  if (answer?.status !== 403) return;
  const text = await answer.text();
  if (SignInAgainError.isAnswer(403, text)) throw new SignInAgainError(text);
};

/** Leaves the page for the provider. Never resolves. */
export const startOAuth = async (ctx: AppContext, start: OAuthStart): Promise<never> => {
  if (!isBrowser()) throw new Error('Signing in with another provider needs a browser.');
  const provider = start.provider.toLowerCase();
  const client = clientOf(ctx);
  const verifier = randomText();
  const state = randomText();
  const own = ctx.options.oauthScopesOnSignIn[provider] ?? [];
  const scopes = [...new Set([...own, ...(start.scopes ?? [])])];
  const tokens = await start.session.getOrFetchLikelyValidTokens(minTokenMillis);
  const url = withQuery(`${ctx.baseUrl()}/api/v1${path`/auth/oauth/authorize/${provider}`}`, {
    ...client,
    redirect_uri: oauthRedirectUri(ctx),
    scope: 'legacy',
    state,
    grant_type: 'authorization_code',
    code_challenge: await challengeOf(verifier),
    code_challenge_method: 'S256',
    response_type: 'code',
    type: start.type,
    error_redirect_url: ctx.navigation.callbackUrl('error', 'errorRedirectUrl'),
    token: tokens?.accessToken.token,
    after_callback_redirect_url: start.returnTo,
    provider_scope: scopes.length > 0 ? scopes.join(' ') : undefined,
  });
  if (start.type === 'link') await checkRecentSignIn(ctx, url);
  rememberAttempt(state, { verifier, returnTo: start.returnTo });
  window.location.assign(url);
  return new Promise<never>(() => undefined);
};
