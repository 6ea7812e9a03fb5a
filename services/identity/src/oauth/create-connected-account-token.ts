import type { CallContext } from '@portico/platform/call';
import { transaction } from '@portico/platform/db/sql';
import { statusError } from '@portico/platform/errors';
import { knownErrors } from '@portico/platform/known-errors';
import type {
  ConnectedAccountToken,
  CreateConnectedAccountTokenRequest,
} from '@portico/proto/identity/v1/oauth';
import type { IdentityDeps } from '../deps.ts';
import { userExistsIn } from '../users/user-exists.ts';
import { createProvider, requireProvider } from './find-provider.ts';
import { parseJson } from './json-at.ts';
import { findAccountsOf } from './oauth-account.ts';
import {
  claimToken,
  findTokens,
  markInvalid,
  releaseToken,
  storeTokens,
  type StoredToken,
} from './provider-token.ts';
import type { Provider, ProviderEntry } from './provider.ts';
import { ProviderRefusal, requestTokens } from './request-tokens.ts';

type Deps = Pick<IdentityDeps, 'db' | 'keyring' | 'config' | 'clock' | 'providerHttp'>;

/** A token handed out should be good for a while. */
const LEAST_LIFETIME_MILLIS = 5 * 60_000;
/** Longer than a provider may take to answer. */
const CLAIM_MILLIS = 15_000;
const PATIENCE_MILLIS = 10_000;
const PAUSE_MILLIS = 100;

interface Search {
  call: CallContext;
  entry: ProviderEntry;
  provider: Provider;
  account_ids: string[];
  scopes: string[];
}

const isAlive = async ({ providerHttp }: Deps, { probe }: Provider, token: string): Promise<boolean> => {
  const { status, text } = await providerHttp.send(probe.url, {
    headers: { authorization: `Bearer ${token}`, ...probe.headers },
  });
  if (status >= 500 || status === 429) {
    throw statusError(503, 'The OAuth provider is out of order. Please try again.', { 'retry-after': '5' });
  }
  return status >= 200 && status < 300 && (probe.accepts?.(parseJson(text)) ?? true);
};

/** Undefined when the provider does not take the refresh token any more. */
const refresh = async (deps: Deps, search: Search, old: StoredToken): Promise<string | undefined> => {
  const { db, keyring, clock } = deps;
  const { call, entry, provider } = search;
  try {
    const tokens = await requestTokens({
      http: deps.providerHttp,
      provider,
      entry,
      grant: { grant_type: 'refresh_token', refresh_token: old.token, scope: old.scopes.join(' ') },
      now: clock.now(),
    });
    const isReplaced = tokens.refresh_token !== null && tokens.refresh_token !== old.token;
    const fresh = isReplaced ? tokens : { ...tokens, refresh_token: null };
    const { oauth_account_id, scopes } = old;
    await transaction(db, async (tx) => {
      if (isReplaced) await markInvalid(tx, call, old.id);
      await storeTokens(tx, call, { keyring, oauth_account_id, tokens: fresh, scopes, now: clock.now() });
    });
    return tokens.access_token;
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    await markInvalid(db, call, old.id);
    return undefined;
  } finally {
    await releaseToken(db, call, old.id);
  }
};

const findAll = ({ db, keyring, clock }: Deps, { call, account_ids, scopes }: Search) =>
  findTokens(db, call, {
    keyring,
    account_ids,
    scopes,
    alive_at_millis: clock.now() + LEAST_LIFETIME_MILLIS,
  });

/** `busy`: another request is exchanging a refresh token at this moment; its result will be here soon. */
const look = async (deps: Deps, search: Search): Promise<{ token?: string; busy: boolean }> => {
  const { call, provider } = search;
  const found = await findAll(deps, search);
  for (const { id, token } of found.filter(({ kind }) => kind === 'access')) {
    if (await isAlive(deps, provider, token)) return { token, busy: false };
    await markInvalid(deps.db, call, id);
  }
  let busy = false;
  for (const one of found.filter(({ kind }) => kind === 'refresh')) {
    const now = Date.now();
    if (!(await claimToken(deps.db, call, { id: one.id, now, until: now + CLAIM_MILLIS }))) {
      busy = true;
      continue;
    }
    const token = await refresh(deps, search, one);
    if (token !== undefined) return { token, busy: false };
  }
  return { busy };
};

const search = async (deps: Deps, what: Search): Promise<string> => {
  const until = Date.now() + PATIENCE_MILLIS;
  for (;;) {
    const { token, busy } = await look(deps, what);
    if (token !== undefined) return token;
    if (!busy || Date.now() >= until) throw knownErrors.OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE();
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLIS));
  }
};

/** An access token that worked a moment ago: a stored one, or a fresh one for a stored refresh token. */
export const createConnectedAccountToken =
  (deps: Deps) =>
  async (request: CreateConnectedAccountTokenRequest, call: CallContext): Promise<ConnectedAccountToken> => {
    const { user_id, provider_id, scope } = request;
    if (call.access_type === 'client' && call.user_id !== user_id) {
      throw statusError(403, 'A client may use the connected accounts of the current user only.');
    }
    const found = await requireProvider(deps, call, provider_id);
    const { entry } = found;
    if (entry.is_shared && !deps.config.PORTICO_ALLOW_SHARED_OAUTH_ACCESS_TOKENS) {
      throw knownErrors.OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS();
    }
    if (!(await userExistsIn(deps.db, call, user_id))) throw knownErrors.USER_NOT_FOUND();
    const accounts = (await findAccountsOf(deps.db, call, user_id)).filter(
      (one) => one.provider_config_id === entry.id && one.allow_connected_accounts,
    );
    if (accounts.length === 0) throw knownErrors.OAUTH_CONNECTION_NOT_CONNECTED_TO_USER();
    const provider = await createProvider(deps, found);
    const scopes = (scope ?? '').split(/\s+/).filter((word) => word !== '');
    const account_ids = accounts.map(({ id }) => id);
    return { access_token: await search(deps, { call, entry, provider, account_ids, scopes }) };
  };
