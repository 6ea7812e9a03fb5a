import type { Caller } from '../apps/caller.ts';
import type { AsyncValue } from '../cache/async-value.ts';
import { withHooks } from '../cache/hooks.ts';
import { KnownErrors } from '../errors/known-errors.ts';
import type { KnownErrorInstance } from '../errors/known-errors.ts';
import { resultOf } from '../errors/result.ts';
import type { Result } from '../errors/result.ts';
import { path } from '../http/path.ts';
import { snakeize } from '../wire/case.ts';
import type { ListRead } from '../wire/list.ts';
import type { UserScope } from './user-scope.ts';

type UsedElsewhere = KnownErrorInstance<'OAuthProviderAccountIdAlreadyUsedForSignIn'>;

export interface OAuthProviderUpdateOptions {
  /** May the user sign in with it? One account of each provider may. */
  allowSignIn?: boolean;
  /** May tokens for the provider's API be asked for? */
  allowConnectedAccounts?: boolean;
}

export interface ServerOAuthProviderUpdateOptions extends OAuthProviderUpdateOptions {
  accountId?: string;
  email?: string;
}

/** An account of another provider that belongs to a user. */
export interface OAuthProvider<Options = OAuthProviderUpdateOptions> {
  readonly id: string;
  readonly type: string;
  readonly userId: string;
  readonly providerConfigId: string;
  readonly email?: string;
  readonly accountId?: string;
  readonly allowSignIn: boolean;
  readonly allowConnectedAccounts: boolean;
  update(options: Options): Promise<Result<undefined, UsedElsewhere>>;
  delete(): Promise<void>;
}

export type ServerOAuthProvider = OAuthProvider<ServerOAuthProviderUpdateOptions> & {
  readonly accountId: string;
};

export interface OAuthProviders<P = OAuthProvider> {
  listOAuthProviders(): Promise<P[]>;
  useOAuthProviders(): P[];
  getOAuthProvider(id: string): Promise<P | null>;
  useOAuthProvider(id: string): P | null;
}

interface OAuthProviderRead {
  readonly id: string;
  readonly user_id: string;
  readonly provider_config_id: string;
  readonly type: string;
  readonly email?: string | null;
  readonly account_id?: string;
  readonly allow_sign_in: boolean;
  readonly allow_connected_accounts: boolean;
}

const expected = [KnownErrors.OAuthProviderAccountIdAlreadyUsedForSignIn] as const;

interface Owner {
  readonly caller: Pick<Caller, 'send'>;
  readonly userRef: string;
  refresh(): Promise<void>;
}

const toProvider = (
  { caller, userRef, refresh }: Owner,
  read: OAuthProviderRead,
): OAuthProvider<ServerOAuthProviderUpdateOptions> => {
  const url = path`/oauth-providers/${userRef}/${read.id}`;
  return {
    id: read.id,
    type: read.type,
    userId: read.user_id,
    providerConfigId: read.provider_config_id,
    email: read.email ?? undefined,
    accountId: read.account_id,
    allowSignIn: read.allow_sign_in,
    allowConnectedAccounts: read.allow_connected_accounts,
    update: (options) =>
      resultOf(async () => {
        await caller.send(url, { method: 'PATCH', body: snakeize(options) });
        await refresh();
        return undefined;
      }, expected),
    delete: async () => {
      await caller.send(url, { method: 'DELETE' });
      await refresh();
    },
  };
};

const ownerOf = (scope: UserScope): Owner => ({
  caller: scope,
  userRef: scope.ref,
  refresh: async () => {
    await Promise.all([scope.refresh('oauthProviders', [scope.ref]), scope.refreshUser()]);
  },
});

/** `P` is what the scope's access shows: servers see account ids. */
export const oauthProviders = <P = OAuthProvider>(scope: UserScope): OAuthProviders<P> => {
  const value = (): AsyncValue<OAuthProvider[]> =>
    scope.value('oauthProviders', [scope.ref], async () => {
      const list = await scope.json<ListRead<OAuthProviderRead>>('/oauth-providers', {
        query: { user_id: scope.ref },
      });
      return list.items.map((read) => toProvider(ownerOf(scope), read));
    });
  const find = (all: readonly OAuthProvider[], id: string): OAuthProvider | null =>
    all.find((provider) => provider.id === id) ?? null;
  const members: Omit<OAuthProviders, `use${string}`> = {
    listOAuthProviders: () => value().fetch(),
    getOAuthProvider: async (id) => find(await value().fetch(), id),
  };
  const hooks = withHooks<Pick<OAuthProviders, 'useOAuthProvider' | 'useOAuthProviders'>>(({ useValue }) => ({
    useOAuthProviders: () => useValue(value()),
    useOAuthProvider: (id) => find(useValue(value()), id),
  }));
  return { ...members, ...hooks } as unknown as OAuthProviders<P>;
};

export interface OAuthProviderCreateOptions {
  userId: string;
  accountId: string;
  providerConfigId: string;
  email: string;
  allowSignIn: boolean;
  allowConnectedAccounts: boolean;
}

export interface ServerOAuthProviders {
  /** Links an account that is known from elsewhere to a user. */
  createOAuthProvider(
    options: OAuthProviderCreateOptions,
  ): Promise<Result<ServerOAuthProvider, UsedElsewhere>>;
}

export const serverOAuthProviders = (caller: Caller): ServerOAuthProviders => ({
  createOAuthProvider: (options) =>
    resultOf(async () => {
      const refresh = (): Promise<void> => caller.refreshAll('oauthProviders', 'user', 'users');
      const read = await caller.json<OAuthProviderRead>('/oauth-providers', {
        method: 'POST',
        body: snakeize(options),
      });
      await refresh();
      return toProvider({ caller, userRef: read.user_id, refresh }, read) as ServerOAuthProvider;
    }, expected),
});
