import { KnownErrors } from '../errors/known-errors.ts';
import type { KnownErrorInstance } from '../errors/known-errors.ts';
import { path } from '../http/path.ts';
import type { ListRead } from '../wire/list.ts';
import type { UserScope } from './user-scope.ts';

export interface EmailVerification {
  /** Mails the primary address a link that verifies it. @deprecated Use the contact channel's own method. */
  sendVerificationEmail(options?: {
    callbackUrl?: string;
  }): Promise<KnownErrorInstance<'EmailAlreadyVerified'> | void>;
}

interface ChannelRead {
  readonly id: string;
  readonly is_primary: boolean;
}

export const emailVerification = (scope: UserScope): EmailVerification => ({
  sendVerificationEmail: async ({ callbackUrl } = {}) => {
    const url = callbackUrl ?? scope.ctx.navigation.callbackUrl('emailVerification', 'callbackUrl');
    const channels = await scope.json<ListRead<ChannelRead>>('/contact-channels', {
      query: { user_id: scope.ref },
    });
    const primary = channels.items.find((channel) => channel.is_primary);
    if (!primary) throw new Error('User does not have a primary email');
    try {
      const send = path`/contact-channels/${scope.ref}/${primary.id}/send-verification-code`;
      await scope.send(send, { method: 'POST', body: { callback_url: url } });
    } catch (error) {
      if (KnownErrors.EmailAlreadyVerified.isInstance(error)) return error;
      throw error;
    }
  },
});
