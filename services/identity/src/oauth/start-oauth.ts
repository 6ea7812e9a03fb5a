import type { CallContext } from '@portico/platform/call';
import { statusError } from '@portico/platform/errors';
import { knownErrors } from '@portico/platform/known-errors';
import type { OAuthStarted, StartOAuthRequest } from '@portico/proto/identity/v1/oauth';
import type { IdentityDeps } from '../deps.ts';
import { requireFreshSession } from '../sessions/require-fresh-session.ts';
import { authorizationUrl, callbackUrl, newPkceVerifier, scopesOf } from './authorization-url.ts';
import { createProvider, requireProviderFor } from './find-provider.ts';
import { storeState } from './oauth-state.ts';

/** The one scope of our own tokens. */
export const SCOPE = 'legacy';

export const purposeOf = (type: string): 'authenticate' | 'link' =>
  type === 'link' ? 'link' : 'authenticate';

const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? '';

/** Where to send the browser. Whether we may send it back is judged when it returns. */
export const startOAuth =
  (deps: Pick<IdentityDeps, 'db' | 'keyring' | 'config' | 'clock' | 'providerHttp'>) =>
  async (request: StartOAuthRequest, call: CallContext): Promise<OAuthStarted> => {
    const { provider_id, scope, state, code_challenge, code_challenge_method, provider_scope } = request;
    const type = purposeOf(request.type);
    const found = await requireProviderFor(deps, call, { id: provider_id, type });
    const { entry } = found;
    if (type === 'link' && call.user_id === undefined) {
      throw statusError(400, 'Linking an account needs the access token of the user to link it to.');
    }
    if (call.user_id !== undefined && provider_scope && entry.is_shared) {
      throw knownErrors.OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS();
    }
    if (scope !== SCOPE) throw knownErrors.INVALID_SCOPE();
    // What is linked signs in from then on.
    if (type === 'link') await requireFreshSession(deps, call);
    const provider = await createProvider(deps, found);
    const verifier = newPkceVerifier();
    const inner_state = await storeState(deps, call, {
      provider_id,
      type,
      redirect_uri: withoutFragment(request.redirect_uri),
      scope,
      state,
      code_challenge,
      code_challenge_method,
      verifier,
      user_id: call.user_id,
      provider_scope,
      error_redirect_url: request.error_redirect_url,
      after_callback_redirect_url: request.after_callback_redirect_url,
    });
    const authorization_url = authorizationUrl(provider, {
      client_id: entry.client_id,
      scopes: scopesOf(provider, provider_scope),
      redirect_uri: callbackUrl(deps.config, entry),
      verifier,
      inner_state,
    });
    return { authorization_url, inner_state, is_form_post: provider.form_post === true };
  };
