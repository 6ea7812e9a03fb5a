import { lazy } from 'react';
import type { ComponentType } from 'react';
import type { HandlerUrls } from '../../urls/handler-urls.ts';
import { SignIn } from '../auth-page/sign-in.tsx';
import { SignUp } from '../auth-page/sign-up.tsx';
import { CliAuthConfirmation } from '../pages/cli-auth-confirmation.tsx';
import { EmailVerification } from '../pages/email-verification.tsx';
import { ErrorPage } from '../pages/error-page.tsx';
import { ForgotPassword } from '../pages/forgot-password.tsx';
import { MagicLinkCallback } from '../pages/magic-link-callback.tsx';
import { MFA } from '../pages/mfa.tsx';
import { OAuthCallback } from '../pages/oauth-callback.tsx';
import { PasswordReset } from '../pages/password-reset.tsx';
import { SignOut } from '../pages/sign-out.tsx';

/** What every page gets; each takes what it needs. */
export interface HandlerPageProps {
  fullPage: boolean;
  searchParams: Readonly<Record<string, string>>;
  automaticRedirect: true;
}

export interface HandlerPage {
  /** Name in `componentProps`. */
  readonly name: string;
  readonly Component: ComponentType<HandlerPageProps>;
  /** The page is left when this URL was moved to somewhere outside of the handler. */
  readonly movedBy?: keyof HandlerUrls;
}

/** Loaded when it is opened: whoever signs in does not wait for it. */
const AccountSettings = lazy(async () => ({
  default: (await import('../account/account-settings.tsx')).AccountSettings,
}));

/** Every page below the handler, by path. A new page is one row. */
export const handlerPages: Readonly<Record<string, HandlerPage>> = {
  'sign-in': { name: 'SignIn', Component: SignIn, movedBy: 'signIn' },
  'sign-up': { name: 'SignUp', Component: SignUp, movedBy: 'signUp' },
  'sign-out': { name: 'SignOut', Component: SignOut, movedBy: 'signOut' },
  'email-verification': {
    name: 'EmailVerification',
    Component: EmailVerification,
    movedBy: 'emailVerification',
  },
  'password-reset': { name: 'PasswordReset', Component: PasswordReset, movedBy: 'passwordReset' },
  'forgot-password': { name: 'ForgotPassword', Component: ForgotPassword, movedBy: 'forgotPassword' },
  'magic-link-callback': {
    name: 'MagicLinkCallback',
    Component: MagicLinkCallback,
    movedBy: 'magicLinkCallback',
  },
  'oauth-callback': { name: 'OAuthCallback', Component: OAuthCallback, movedBy: 'oauthCallback' },
  mfa: { name: 'MFA', Component: MFA, movedBy: 'mfa' },
  'account-settings': { name: 'AccountSettings', Component: AccountSettings },
  'cli-auth-confirm': { name: 'CliAuthConfirmation', Component: CliAuthConfirmation },
  error: { name: 'ErrorPage', Component: ErrorPage },
};

/** Paths of older links: names without dashes, and two synonyms. */
export const pathAlias = (path: string): string | undefined => {
  if (path === 'login') return 'sign-in';
  if (path === 'register') return 'sign-up';
  return Object.keys(handlerPages).find((known) => known.includes('-') && known.replaceAll('-', '') === path);
};
