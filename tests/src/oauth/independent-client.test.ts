/** An OAuth client that somebody else wrote, against our endpoints. */
import * as oauth from 'oauth4webapi';
import { expect, it } from 'vitest';
import { url } from '../client.ts';
import { newEmail } from '../project.ts';
import { newAttempt, REDIRECT_URI, roundTrip } from './browser.ts';
import { newOAuthProject } from './project-with-providers.ts';

it('oauth4webapi signs in, gets tokens and refreshes them', async () => {
  const project = await newOAuthProject();
  const server: oauth.AuthorizationServer = {
    issuer: url(),
    authorization_endpoint: `${url()}/api/v1/auth/oauth/authorize/github`,
    token_endpoint: `${url()}/api/v1/auth/oauth/token`,
  };
  const client: oauth.Client = { client_id: project.id };
  const secret = oauth.ClientSecretPost(project.keys.publishable_client_key);
  const options = { [oauth.allowInsecureRequests]: true };

  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const code_challenge = await oauth.calculatePKCECodeChallenge(verifier);
  const { address } = newAttempt(project, { code_challenge, state });
  const back = await roundTrip({ address, state, verifier }, { email: newEmail() });
  const parameters = oauth.validateAuthResponse(server, client, new URL(back.location ?? ''), state);

  const response = await oauth.authorizationCodeGrantRequest(
    server, client, secret, parameters, REDIRECT_URI, verifier, options,
  ); // prettier-ignore
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response);
  expect(tokens.token_type).toBe('bearer');
  expect(tokens.expires_in).toBeGreaterThan(0);

  const refreshed = await oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(server, client, secret, tokens.refresh_token ?? '', options),
  );
  const me = await project.as('client', { access_token: refreshed.access_token }).get('/users/me');
  expect(me.status).toBe(200);
});
