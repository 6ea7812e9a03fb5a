import type { ComponentType } from 'react';
import type { HandlerUrls } from '../../urls/handler-urls.ts';
import { SignIn } from '../auth-page/sign-in.tsx';
import { SignUp } from '../auth-page/sign-up.tsx';
import { EmailVerification } from '../pages/email-verification.tsx';
import { ErrorPage } from '../pages/error-page.tsx';
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
  error: { name: 'ErrorPage', Component: ErrorPage },
};

/** Paths of older links: names without dashes, and two synonyms. */
export const pathAlias = (path: string): string | undefined => {
  if (path === 'login') return 'sign-in';
  if (path === 'register') return 'sign-up';
  return Object.keys(handlerPages).find((known) => known.includes('-') && known.replaceAll('-', '') === path);
};
