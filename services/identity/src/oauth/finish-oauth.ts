import type { CallContext } from '@portico/platform/call';
import { KnownError, statusError } from '@portico/platform/errors';
import { knownErrors } from '@portico/platform/known-errors';
import type { FinishOAuthRequest, OAuthFinished } from '@portico/proto/identity/v1/oauth';
import { readSettings } from '../config/read-config.ts';
import type { IdentityDeps } from '../deps.ts';
import { isTrustedUrl, requireTrustedUrl } from '../redirects/trusted-url.ts';
import { userExistsIn } from '../users/user-exists.ts';
import type { Arrival } from './arrival.ts';
import { authenticateAccount } from './authenticate-account.ts';
import { storeAuthorizationCode } from './authorization-code.ts';
import { callbackUrl, nonceOf, scopesOf } from './authorization-url.ts';
import { createProvider, requireProvider, requireProviderFor, type FoundProvider } from './find-provider.ts';
import { linkAccount } from './link-account.ts';
import { takeState, type TakenState } from './oauth-state.ts';
import { readProfile } from './read-profile.ts';
import { ProviderRefusal, refusalError, requestTokens, type ProviderTokens } from './request-tokens.ts';
import type { Provider } from './provider.ts';
import { verifyIdToken } from './verify-id-token.ts';

type Deps = Pick<IdentityDeps, 'db' | 'keyring' | 'config' | 'clock' | 'teams' | 'log' | 'providerHttp'>;

/** The callback has to be that of the provider the browser was sent to. */
const findProvider = async (
  deps: Deps,
  { state, call }: TakenState,
  path_id: string,
): Promise<FoundProvider> => {
  const found = await requireProviderFor(deps, call, { id: state.provider_id, type: state.type });
  if (path_id === found.entry.id || path_id === found.entry.type) return found;
  await requireProvider(deps, call, path_id);
  throw statusError(400, 'This callback belongs to another OAuth provider than the sign-in.');
};

interface RoundTrip {
  taken: TakenState;
  found: FoundProvider;
  provider: Provider;
  parameters: FinishOAuthRequest['parameters'];
}

const exchange = async (deps: Deps, trip: RoundTrip): Promise<ProviderTokens> => {
  const { taken, found, provider, parameters } = trip;
  const { error, code } = parameters;
  if (error) throw new ProviderRefusal(error, parameters);
  if (!code) throw statusError(400, 'The OAuth provider sent no authorization code.');
  const redirect_uri = callbackUrl(deps.config, found.entry);
  const proof: Record<string, string> = provider.without_pkce ? {} : { code_verifier: taken.state.verifier };
  return requestTokens({
    http: deps.providerHttp,
    provider,
    entry: found.entry,
    grant: { grant_type: 'authorization_code', code, redirect_uri, ...proof },
    now: deps.clock.now(),
  });
};

const claimsOf = async (deps: Deps, { provider, found, taken }: RoundTrip, tokens: ProviderTokens) => {
  const rules = provider.id_token;
  if (!rules) return {};
  if (tokens.id_token === null) throw statusError(400, 'The OAuth provider sent no ID token.');
  return verifyIdToken({
    http: deps.providerHttp,
    rules,
    id_token: tokens.id_token,
    client_id: found.entry.client_id,
    nonce: provider.with_nonce ? nonceOf(taken.state.verifier) : undefined,
    now: deps.clock.now(),
  });
};

/** Who came back. Nothing has been stored yet. */
const identify = async (deps: Deps, trip: RoundTrip): Promise<Arrival> => {
  const { taken, found, provider } = trip;
  try {
    const tokens = await exchange(deps, trip);
    const claims = await claimsOf(deps, trip, tokens);
    const { access_token } = tokens;
    const profile = await readProfile({ http: deps.providerHttp, provider, access_token, claims });
    const scopes = scopesOf(provider, taken.state.provider_scope);
    return { entry: found.entry, settings: found.settings, profile, tokens, scopes };
  } catch (error) {
    throw error instanceof ProviderRefusal ? refusalError(error) : error;
  }
};

const withParameters = (url: string, parameters: Readonly<Record<string, string>>): string => {
  const target = new URL(url);
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value);
  return target.toString();
};

/** @returns the redirect URI of the application, with a code of ours. */
const complete = async (deps: Deps, taken: TakenState, request: FinishOAuthRequest): Promise<string> => {
  const { state, call } = taken;
  if (taken.is_expired) throw knownErrors.OUTER_OAUTH_TIMEOUT();
  const found = await findProvider(deps, taken, request.provider_id);
  const provider = await createProvider(deps, found);
  const arrival = await identify(deps, { taken, found, provider, parameters: request.parameters });
  const isLink = state.type === 'link';
  if (isLink && !(await userExistsIn(deps.db, call, state.user_id ?? ''))) throw knownErrors.USER_NOT_FOUND();
  requireTrustedUrl(state.redirect_uri, found.settings);
  const { user_id, is_new_user } = await (isLink ? linkAccount : authenticateAccount)(deps)(call, arrival);
  const { redirect_uri, code_challenge, code_challenge_method, after_callback_redirect_url } = state;
  const code = await storeAuthorizationCode(deps.db, call, {
    user_id,
    is_new_user,
    redirect_uri,
    code_challenge,
    code_challenge_method,
    after_callback_redirect_url,
    now: deps.clock.now(),
  });
  return withParameters(redirect_uri, { code, state: state.state });
};

/** Where the application wants to hear of errors, if it may. */
const errorRedirect = async (
  { db }: Deps,
  { state, call }: TakenState,
  error: KnownError,
): Promise<string | undefined> => {
  const url = state.error_redirect_url;
  if (url === undefined || !isTrustedUrl(url, await readSettings(db, call))) return undefined;
  const { code, message, details = {} } = error;
  return withParameters(url, { errorCode: code, message, details: JSON.stringify(details) });
};

/** Ends a round trip: the provider has answered, the browser is back. */
export const finishOAuth =
  (deps: Deps) =>
  async (request: FinishOAuthRequest, call: CallContext): Promise<OAuthFinished> => {
    const taken = await takeState(deps, call, request.inner_state);
    if (!taken) throw statusError(400, 'This sign-in is unknown, or over already. Please sign in again.');
    try {
      return { redirect_url: await complete(deps, taken, request) };
    } catch (error) {
      const redirect_url = error instanceof KnownError ? await errorRedirect(deps, taken, error) : undefined;
      if (redirect_url === undefined) throw error;
      return { redirect_url };
    }
  };
