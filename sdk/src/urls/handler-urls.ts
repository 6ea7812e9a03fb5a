/** Where the pages of the kit live. Every one can be moved on its own. */
export interface HandlerUrls {
  handler: string;
  home: string;
  signIn: string;
  signUp: string;
  signOut: string;
  afterSignIn: string;
  afterSignUp: string;
  afterSignOut: string;
  emailVerification: string;
  passwordReset: string;
  forgotPassword: string;
  oauthCallback: string;
  magicLinkCallback: string;
  accountSettings: string;
  teamInvitation: string;
  mfa: string;
  error: string;
}

/** Fills in what was not moved: pages below `handler`, landings at `home`. */
export const handlerUrls = (given: Partial<HandlerUrls> = {}): Readonly<HandlerUrls> => {
  const overrides = Object.fromEntries(
    Object.entries(given).filter(([, url]) => url !== undefined),
  ) as Partial<HandlerUrls>;
  const handler = overrides.handler ?? '/handler';
  const home = overrides.home ?? '/';
  return {
    handler,
    home,
    signIn: `${handler}/sign-in`,
    signUp: `${handler}/sign-up`,
    signOut: `${handler}/sign-out`,
    afterSignIn: home,
    afterSignUp: overrides.afterSignIn ?? home,
    afterSignOut: home,
    emailVerification: `${handler}/email-verification`,
    passwordReset: `${handler}/password-reset`,
    forgotPassword: `${handler}/forgot-password`,
    oauthCallback: `${handler}/oauth-callback`,
    magicLinkCallback: `${handler}/magic-link-callback`,
    accountSettings: `${handler}/account-settings`,
    teamInvitation: `${handler}/team-invitation`,
    mfa: `${handler}/mfa`,
    error: `${handler}/error`,
    ...overrides,
  };
};
