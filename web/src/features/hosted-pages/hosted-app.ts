import { PorticoClientApp } from '@portico/sdk/react';
import { runtimeConfig } from '../../config/runtime-config.ts';
import { clientKeyParam } from './client-key.ts';

const pages = {
  signIn: 'sign-in',
  signUp: 'sign-up',
  signOut: 'sign-out',
  emailVerification: 'email-verification',
  passwordReset: 'password-reset',
  forgotPassword: 'forgot-password',
  oauthCallback: 'oauth-callback',
  magicLinkCallback: 'magic-link-callback',
  accountSettings: 'account-settings',
  teamInvitation: 'team-invitation',
  mfa: 'mfa',
  error: 'error',
  // A hosted project has no other place to land on.
  home: 'account-settings',
  afterSignIn: 'account-settings',
  afterSignUp: 'account-settings',
  afterSignOut: 'sign-in',
} as const;

const apps = new Map<string, PorticoClientApp<true>>();

/** Every address carries the key along: the ones in mails are opened in other browsers too. */
const hostedUrls = (handler: string, key: string): Record<keyof typeof pages | 'handler', string> => {
  const query = new URLSearchParams({ [clientKeyParam]: key }).toString();
  const urls = Object.entries(pages).map(([name, page]) => [name, `${handler}/${page}?${query}`]);
  return { ...(Object.fromEntries(urls) as Record<keyof typeof pages, string>), handler };
};

/** The app of any project, for the pages this installation hosts. */
export const hostedApp = (projectId: string, key: string): PorticoClientApp<true> => {
  const id = `${projectId} ${key}`;
  const app =
    apps.get(id) ??
    new PorticoClientApp({
      projectId,
      publishableClientKey: key,
      baseUrl: runtimeConfig.api_url,
      tokenStore: 'cookie',
      redirectMethod: 'window',
      urls: hostedUrls(`/projects/${projectId}/handler`, key),
    });
  apps.set(id, app);
  return app;
};
