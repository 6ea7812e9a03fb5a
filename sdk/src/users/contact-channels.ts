import type { AsyncValue } from '../cache/async-value.ts';
import { withHooks } from '../cache/hooks.ts';
import { KnownErrors } from '../errors/known-errors.ts';
import { path } from '../http/path.ts';
import { snakeize } from '../wire/case.ts';
import type { ListRead } from '../wire/list.ts';
import type { UserScope } from './user-scope.ts';

export interface ContactChannelUpdateOptions {
  value?: string;
  usedForAuth?: boolean;
  isPrimary?: boolean;
}

export interface ServerContactChannelUpdateOptions extends ContactChannelUpdateOptions {
  isVerified?: boolean;
}

export interface ContactChannelCreateOptions {
  type: 'email';
  value: string;
  usedForAuth: boolean;
  isPrimary?: boolean;
}

export interface ServerContactChannelCreateOptions extends ContactChannelCreateOptions {
  isVerified?: boolean;
}

/** An address of a user. */
export interface ContactChannel<Options = ContactChannelUpdateOptions> {
  readonly id: string;
  readonly value: string;
  readonly type: 'email';
  readonly isPrimary: boolean;
  readonly isVerified: boolean;
  readonly usedForAuth: boolean;
  /** Mails a link that verifies the address. */
  sendVerificationEmail(options?: { callbackUrl?: string }): Promise<void>;
  update(options: Options): Promise<void>;
  delete(): Promise<void>;
}

export type ServerContactChannel = ContactChannel<ServerContactChannelUpdateOptions>;

export interface ContactChannels<Channel = ContactChannel, Create = ContactChannelCreateOptions> {
  listContactChannels(): Promise<Channel[]>;
  useContactChannels(): Channel[];
  createContactChannel(options: Create): Promise<Channel>;
}

export type ServerContactChannels = ContactChannels<ServerContactChannel, ServerContactChannelCreateOptions>;

interface ChannelRead {
  readonly id: string;
  readonly value: string;
  readonly type: 'email';
  readonly is_primary: boolean;
  readonly is_verified: boolean;
  readonly used_for_auth: boolean;
}

const refresh = async (scope: UserScope): Promise<void> => {
  await Promise.all([scope.refresh('contactChannels', [scope.ref]), scope.refreshUser()]);
};

const sendVerification = async (scope: UserScope, id: string, callbackUrl?: string): Promise<void> => {
  const url = callbackUrl ?? scope.ctx.navigation.callbackUrl('emailVerification', 'callbackUrl');
  try {
    await scope.send(path`/contact-channels/${scope.ref}/${id}/send-verification-code`, {
      method: 'POST',
      body: { callback_url: url },
    });
  } catch (error) {
    // For its owner a verified address is what was wanted; a server should know.
    if (scope.ref !== 'me' || !KnownErrors.EmailAlreadyVerified.isInstance(error)) throw error;
  }
};

const toChannel = (scope: UserScope, read: ChannelRead): ServerContactChannel => {
  const url = path`/contact-channels/${scope.ref}/${read.id}`;
  const change = async (method: 'PATCH' | 'DELETE', body?: unknown): Promise<void> => {
    await scope.send(url, { method, body });
    await refresh(scope);
  };
  return {
    id: read.id,
    value: read.value,
    type: read.type,
    isPrimary: read.is_primary,
    isVerified: read.is_verified,
    usedForAuth: read.used_for_auth,
    sendVerificationEmail: ({ callbackUrl } = {}) => sendVerification(scope, read.id, callbackUrl),
    update: (options) => change('PATCH', snakeize(options)),
    delete: () => change('DELETE'),
  };
};

export const contactChannels = (scope: UserScope): ServerContactChannels => {
  const value = (): AsyncValue<ServerContactChannel[]> =>
    scope.value('contactChannels', [scope.ref], async () => {
      const list = await scope.json<ListRead<ChannelRead>>('/contact-channels', {
        query: { user_id: scope.ref },
      });
      return list.items.map((read) => toChannel(scope, read));
    });
  return {
    listContactChannels: () => value().fetch(),
    createContactChannel: async (options) => {
      const body = { ...(snakeize(options) as object), user_id: scope.ref };
      const read = await scope.json<ChannelRead>('/contact-channels', { method: 'POST', body });
      await refresh(scope);
      return toChannel(scope, read);
    },
    ...withHooks<Pick<ServerContactChannels, 'useContactChannels'>>(({ useValue }) => ({
      useContactChannels: () => useValue(value()),
    })),
  } as ServerContactChannels;
};
