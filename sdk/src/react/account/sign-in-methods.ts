import type { CurrentUser } from '../../users/current-user.ts';
import type { ContactChannel } from '../../users/contact-channels.ts';

/** How many ways the user has to sign in. The last one must not be taken away. */
export const countSignInMethods = (user: CurrentUser): number =>
  [user.hasPassword, user.otpAuthEnabled, user.passkeyAuthEnabled].filter(Boolean).length +
  user.oauthProviders.length;

/** Whether the user has an address that proves who asks. */
export const hasVerifiedSignInEmail = (channels: readonly ContactChannel[]): boolean =>
  channels.some((channel) => channel.usedForAuth && channel.isVerified);
