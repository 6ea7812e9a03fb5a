import { PorticoClientApp } from '@portico/sdk';
import { runtimeConfig } from '../config/runtime-config.ts';

/** The app is itself a customer of the API: it signs its owners in to the project `internal`. */
export const porticoApp = new PorticoClientApp({
  projectId: 'internal',
  baseUrl: runtimeConfig.api_url,
  publishableClientKey: runtimeConfig.publishable_client_key,
  tokenStore: 'cookie',
  redirectMethod: 'window',
  urls: {
    afterSignIn: '/projects',
    afterSignUp: '/projects',
    afterSignOut: '/handler/sign-in',
    home: '/projects',
  },
});
