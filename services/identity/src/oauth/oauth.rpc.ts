import type { Rpcs } from '@portico/platform/grpc/unary';
import type { OAuthServiceDefinition } from '@portico/proto/identity/v1/oauth';
import type { IdentityDeps } from '../deps.ts';
import { checkOAuthProvider } from './check-oauth-provider.ts';
import { createConnectedAccountToken } from './create-connected-account-token.ts';
import { exchangeAuthorizationCode } from './exchange-authorization-code.ts';
import { finishOAuth } from './finish-oauth.ts';
import { startOAuth } from './start-oauth.ts';

export const oauthRpcs = (deps: IdentityDeps): Rpcs<typeof OAuthServiceDefinition> => ({
  checkOAuthProvider: checkOAuthProvider(deps),
  startOAuth: startOAuth(deps),
  finishOAuth: finishOAuth(deps),
  exchangeAuthorizationCode: exchangeAuthorizationCode(deps),
  createConnectedAccountToken: createConnectedAccountToken(deps),
});
