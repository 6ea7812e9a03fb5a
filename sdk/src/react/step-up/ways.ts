import type { PorticoClientApp } from '../../apps/client-app.ts';
import type { CurrentUser } from '../../users/current-user.ts';

/** How a user can prove that it is still there: what the account has and the project allows. */
export interface Ways {
  /** The address that goes with the password. */
  readonly passwordEmail: string | null;
  readonly passkey: boolean;
  /** Where a code can be sent. */
  readonly mailEmail: string | null;
  readonly providers: readonly { readonly id: string }[];
}

export const findWays = async (app: PorticoClientApp<true>, user: CurrentUser): Promise<Ways> => {
  const [{ config }, channels] = await Promise.all([app.getProject(), user.listContactChannels()]);
  const emails = channels
    .filter(({ type, usedForAuth }) => type === 'email' && usedForAuth)
    .sort((one, other) => Number(other.isPrimary) - Number(one.isPrimary));
  const verified = emails.find(({ isVerified }) => isVerified);
  return {
    passwordEmail: (config.credentialEnabled && user.hasPassword && emails[0]?.value) || null,
    passkey: config.passkeyEnabled && user.passkeyAuthEnabled,
    mailEmail: (config.magicLinkEnabled && user.otpAuthEnabled && verified?.value) || null,
    providers: config.oauthProviders.filter(({ id }) => user.oauthProviders.some((own) => own.id === id)),
  };
};
