import type { AppContext } from '../../apps/context.ts';
import { isBrowser } from '../../apps/environment.ts';
import { decodeKnownError } from '../../errors/decode-known-error.ts';
import { KnownError } from '../../errors/known-error.ts';
import { KnownErrors } from '../../errors/known-errors.ts';
import { warn } from '../../errors/warn.ts';
import { readResponse } from '../../http/read-response.ts';
import { toRelative } from '../../urls/trusted-url.ts';
import { finishSignIn } from '../finish-sign-in.ts';
import { catchMfa } from '../mfa-required.ts';
import { takeAttempt } from './attempt.ts';
import type { OAuthAttempt } from './attempt.ts';
import { oauthRedirectUri } from './start-oauth.ts';

interface OAuthAnswer {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly is_new_user: boolean;
  readonly after_callback_redirect_url?: string | null;
}

interface Arrival extends OAuthAttempt {
  readonly code: string;
  readonly issuer: string | null;
}

const failureText = 'Error signing in during OAuth callback. Please try again.';

/** Takes the answer out of the address. Nothing in here waits, so a second call at the same time finds nothing. */
const takeArrival = (): Arrival | null => {
  const page = new URL(window.location.href);
  const code = page.searchParams.get('code');
  const state = page.searchParams.get('state');
  if (!code || !state) {
    warn('callOAuthCallback: the address has no code and state, so there is nothing to finish.');
    return null;
  }
  const attempt = takeAttempt(state);
  if (!attempt) {
    warn(
      'callOAuthCallback: this browser has not started the sign-in that comes back here. Its cookie may have expired, ' +
        'the page may have been opened twice, or another OAuth library may use this page; give one of the two a page ' +
        'of its own, for example with urls.oauthCallback.',
    );
    return null;
  }
  const issuer = page.searchParams.get('iss');
  page.searchParams.delete('code');
  page.searchParams.delete('state');
  window.history.replaceState(window.history.state, '', toRelative(page));
  return { ...attempt, code, issuer };
};

const knownErrorOf = (body: unknown): KnownError | null => {
  const { code, details, error } = (body ?? {}) as { code?: unknown; details?: unknown; error?: unknown };
  return typeof code === 'string' ? decodeKnownError({ code, details, error }) : null;
};

const readAnswer = (body: unknown): OAuthAnswer => {
  const answer = (body ?? {}) as Partial<Record<string, unknown>>;
  const { expires_in: expiresIn, token_type: type } = answer;
  const isUsable =
    typeof answer.access_token === 'string' &&
    answer.access_token !== '' &&
    typeof answer.refresh_token === 'string' &&
    answer.refresh_token !== '' &&
    typeof type === 'string' &&
    type.toLowerCase() === 'bearer' &&
    (expiresIn === undefined || (typeof expiresIn === 'number' && expiresIn > 0));
  if (!isUsable) throw new Error('The token endpoint gave an unusable answer.');
  return answer as unknown as OAuthAnswer;
};

/** Trades the code for tokens. Asked once: a code that was seen is spent. */
const exchange = async (ctx: AppContext, { code, verifier, issuer }: Arrival): Promise<OAuthAnswer> => {
  if (issuer !== null && issuer !== ctx.baseUrl()) throw new Error(`The answer comes from ${issuer}.`);
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: oauthRedirectUri(ctx),
    code_verifier: verifier,
    client_id: ctx.projectId,
    client_secret: ctx.options.publishableClientKey ?? '',
  });
  const url = `${ctx.baseUrl()}/api/v1/auth/oauth/token`;
  const response = await readResponse(
    await ctx.transport.fetch(url, { method: 'POST', body, cache: 'no-store', credentials: 'omit' }),
  );
  const text = await response.text();
  if (response.ok) return readAnswer(JSON.parse(text));
  throw (
    knownErrorOf(JSON.parse(text)) ?? new Error(`The token endpoint answered ${response.status}: ${text}`)
  );
};

const finish = async (ctx: AppContext, arrival: Arrival): Promise<void> => {
  const answer = await catchMfa(
    ctx,
    async () => {
      try {
        return await exchange(ctx, arrival);
      } catch (error) {
        throw KnownError.isInstance(error) ? error : new Error(failureText, { cause: error });
      }
    },
    arrival.returnTo,
  );
  const target = answer.after_callback_redirect_url;
  await finishSignIn(ctx, answer, { noRedirect: Boolean(target) });
  if (target) await ctx.navigation.redirectToTrusted(target, { replace: true });
};

/** Finishes what `startOAuth` began. Answers whether the page is being left. */
export const finishOAuth = async (ctx: AppContext): Promise<boolean> => {
  if (!isBrowser()) throw new Error('callOAuthCallback needs a browser.');
  const arrival = takeArrival();
  if (!arrival) return false;
  try {
    await finish(ctx, arrival);
    return true;
  } catch (error) {
    if (!KnownErrors.InvalidTotpCode.isInstance(error)) throw error;
    window.alert(error.message);
    return false;
  }
};
