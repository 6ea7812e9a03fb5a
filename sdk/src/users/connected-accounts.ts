import { startOAuth } from '../auth/oauth/start-oauth.ts';
import { PorticoAssertionError } from '../errors/assertion-error.ts';
import { KnownErrors } from '../errors/known-errors.ts';
import type { AsyncValue } from '../cache/async-value.ts';
import { withHooks } from '../cache/hooks.ts';
import { path } from '../http/path.ts';
import { leaveOnce } from '../urls/leave-once.ts';
import type { UserScope } from './user-scope.ts';

/** An account of another provider whose API can be used in the user's name. */
export interface OAuthConnection {
  /** The provider. */
  readonly id: string;
  getAccessToken(): Promise<{ accessToken: string }>;
  useAccessToken(): { accessToken: string };
}

export interface ConnectedAccountOptions {
  /** Default: null when the account is not connected, or lacks a scope. */
  or?: 'redirect' | 'throw' | 'return-null';
  scopes?: string[];
}

type NeverNull = ConnectedAccountOptions & { or: 'redirect' | 'throw' };

export interface ConnectedAccounts {
  getConnectedAccount(provider: string, options: NeverNull): Promise<OAuthConnection>;
  getConnectedAccount(provider: string, options?: ConnectedAccountOptions): Promise<OAuthConnection | null>;
  useConnectedAccount(provider: string, options: NeverNull): OAuthConnection;
  useConnectedAccount(provider: string, options?: ConnectedAccountOptions): OAuthConnection | null;
}

type Token = { readonly accessToken: string } | null;

interface Accounts {
  readonly scope: UserScope;
  /** Providers the user has accounts of. */
  readonly providers: readonly { readonly id: string }[];
}

const tokenOf = ({ scope, providers }: Accounts, provider: string, wanted: string): AsyncValue<Token> => {
  const isLinked = providers.some(({ id }) => id === provider);
  const fetch = async (): Promise<Token> => {
    if (!isLinked) return null;
    try {
      const url = path`/connected-accounts/${scope.ref}/${provider}/access-token`;
      const answer = await scope.json<{ access_token: string }>(url, {
        method: 'POST',
        body: { scope: wanted || undefined },
      });
      return { accessToken: answer.access_token };
    } catch (error) {
      const isMissing =
        KnownErrors.OAuthConnectionDoesNotHaveRequiredScope.isInstance(error) ||
        KnownErrors.OAuthConnectionNotConnectedToUser.isInstance(error);
      if (isMissing) return null;
      throw error;
    }
  };
  return scope.value('connectionToken', [scope.ref, provider, wanted, isLinked], fetch);
};

const present = (token: Token): { accessToken: string } => {
  if (!token) throw new PorticoAssertionError('The connected account has no access token any more.');
  return { accessToken: token.accessToken };
};

const connection = (id: string, token: AsyncValue<Token>): OAuthConnection =>
  ({
    id,
    getAccessToken: async () => present(await token.fetch()),
    ...withHooks<Pick<OAuthConnection, 'useAccessToken'>>(({ useValue }) => ({
      useAccessToken: () => present(useValue(token)),
    })),
  }) as OAuthConnection;

const connect = (scope: UserScope, provider: string, scopes: readonly string[]): Promise<never> => {
  const session = scope.ownSession;
  if (!session) throw new Error('Only the signed-in user can be sent to another provider.');
  return startOAuth(scope.ctx, { provider, type: 'link', session, scopes, returnTo: window.location.href });
};

const missing = (provider: string): Error => new Error(`The user has no connected account of ${provider}.`);

export const connectedAccounts = (accounts: Accounts): ConnectedAccounts => {
  const { scope } = accounts;
  const getConnectedAccount = async (
    provider: string,
    { or, scopes = [] }: ConnectedAccountOptions = {},
  ): Promise<OAuthConnection | null> => {
    const token = tokenOf(accounts, provider, scopes.join(' '));
    if (await token.fetch()) return connection(provider, token);
    if (or === 'redirect') return connect(scope, provider, scopes);
    if (or === 'throw') throw missing(provider);
    return null;
  };
  return {
    getConnectedAccount: getConnectedAccount as ConnectedAccounts['getConnectedAccount'],
    ...withHooks((runtime) => {
      const useConnectedAccount = (
        provider: string,
        { or, scopes = [] }: ConnectedAccountOptions = {},
      ): OAuthConnection | null => {
        const token = tokenOf(accounts, provider, scopes.join(' '));
        if (runtime.useValue(token)) return connection(provider, token);
        if (or === 'throw') throw missing(provider);
        if (or !== 'redirect') return null;
        leaveOnce(scope.ctx, () => connect(scope, provider, scopes));
        return runtime.useForever();
      };
      return { useConnectedAccount: useConnectedAccount as ConnectedAccounts['useConnectedAccount'] };
    }),
  } as ConnectedAccounts;
};
