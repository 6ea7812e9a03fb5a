import type { Caller } from '../apps/caller.ts';
import type { AsyncValue } from '../cache/async-value.ts';
import { withHooks } from '../cache/hooks.ts';
import { path } from '../http/path.ts';
import { snakeize } from '../wire/case.ts';
import type { ListRead } from '../wire/list.ts';

/** The wire form of what every key set shows. */
export interface InternalApiKeyBaseCrudRead {
  readonly id: string;
  readonly description: string;
  readonly created_at_millis: number;
  readonly expires_at_millis: number;
  readonly manually_revoked_at_millis?: number;
}

type KeyRead = InternalApiKeyBaseCrudRead & {
  readonly [Name in 'publishable_client_key' | 'secret_server_key' | 'super_secret_admin_key']?: {
    readonly last_four: string;
  };
};

type FirstViewRead = InternalApiKeyBaseCrudRead & {
  readonly [Name in 'publishable_client_key' | 'secret_server_key' | 'super_secret_admin_key']?: string;
};

/** A set of up to three keys of a project, with one expiry. */
export interface InternalApiKeyBase {
  readonly id: string;
  readonly description: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly manuallyRevokedAt: Date | null;
  isValid(): boolean;
  whyInvalid(): 'expired' | 'manually-revoked' | null;
  /** Every request with one of the keys is refused from now on. */
  revoke(): Promise<void>;
}

export interface InternalApiKey extends InternalApiKeyBase {
  readonly publishableClientKey: { readonly lastFour: string } | null;
  readonly secretServerKey: { readonly lastFour: string } | null;
  readonly superSecretAdminKey: { readonly lastFour: string } | null;
}

/** The only view that holds the keys themselves. */
export interface InternalApiKeyFirstView extends InternalApiKeyBase {
  readonly publishableClientKey?: string;
  readonly secretServerKey?: string;
  readonly superSecretAdminKey?: string;
}

export interface InternalApiKeyCreateOptions {
  description: string;
  expiresAt: Date;
  hasPublishableClientKey: boolean;
  hasSecretServerKey: boolean;
  hasSuperSecretAdminKey: boolean;
}

/** The project's own keys. */
export interface InternalApiKeys {
  listInternalApiKeys(): Promise<InternalApiKey[]>;
  useInternalApiKeys(): InternalApiKey[];
  createInternalApiKey(options: InternalApiKeyCreateOptions): Promise<InternalApiKeyFirstView>;
}

const toBase = (caller: Caller, key: InternalApiKeyBaseCrudRead): InternalApiKeyBase => {
  const expiresAt = new Date(key.expires_at_millis);
  const manuallyRevokedAt =
    key.manually_revoked_at_millis === undefined ? null : new Date(key.manually_revoked_at_millis);
  const whyInvalid: InternalApiKeyBase['whyInvalid'] = () => {
    if (expiresAt.getTime() < Date.now()) return 'expired';
    return manuallyRevokedAt ? 'manually-revoked' : null;
  };
  return {
    id: key.id,
    description: key.description,
    createdAt: new Date(key.created_at_millis),
    expiresAt,
    manuallyRevokedAt,
    whyInvalid,
    isValid: () => whyInvalid() === null,
    revoke: async () => {
      await caller.send(path`/internal/api-keys/${key.id}`, { method: 'PATCH', body: { revoked: true } });
      await caller.refresh('internalApiKeys');
    },
  };
};

const masked = (key: { readonly last_four: string } | undefined): { lastFour: string } | null =>
  key ? { lastFour: key.last_four } : null;

const toKey = (caller: Caller, key: KeyRead): InternalApiKey => ({
  ...toBase(caller, key),
  publishableClientKey: masked(key.publishable_client_key),
  secretServerKey: masked(key.secret_server_key),
  superSecretAdminKey: masked(key.super_secret_admin_key),
});

export const internalApiKeys = (caller: Caller): InternalApiKeys => {
  const keys = (): AsyncValue<InternalApiKey[]> =>
    caller.value('internalApiKeys', [], async () => {
      const list = await caller.json<ListRead<KeyRead>>('/internal/api-keys');
      return list.items.map((key) => toKey(caller, key));
    });
  return {
    listInternalApiKeys: () => keys().fetch(),
    createInternalApiKey: async (options) => {
      const body = snakeize(options);
      const key = await caller.json<FirstViewRead>('/internal/api-keys', { method: 'POST', body });
      await caller.refresh('internalApiKeys');
      return {
        ...toBase(caller, key),
        publishableClientKey: key.publishable_client_key,
        secretServerKey: key.secret_server_key,
        superSecretAdminKey: key.super_secret_admin_key,
      };
    },
    ...withHooks<Pick<InternalApiKeys, 'useInternalApiKeys'>>(({ useValue }) => ({
      useInternalApiKeys: () => useValue(keys()),
    })),
  };
};
