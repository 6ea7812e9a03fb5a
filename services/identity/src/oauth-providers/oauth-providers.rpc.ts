import type { Rpcs } from '@portico/platform/grpc/unary';
import type { OAuthProvidersServiceDefinition } from '@portico/proto/identity/v1/oauth_providers';
import type { IdentityDeps } from '../deps.ts';
import { createOAuthProvider } from './create-oauth-provider.ts';
import { deleteOAuthProvider } from './delete-oauth-provider.ts';
import { getOAuthProvider } from './get-oauth-provider.ts';
import { listOAuthProviders } from './list-oauth-providers.ts';
import { updateOAuthProvider } from './update-oauth-provider.ts';

export const oauthProvidersRpcs = (deps: IdentityDeps): Rpcs<typeof OAuthProvidersServiceDefinition> => ({
  listOAuthProviders: listOAuthProviders(deps),
  getOAuthProvider: getOAuthProvider(deps),
  createOAuthProvider: createOAuthProvider(deps),
  updateOAuthProvider: updateOAuthProvider(deps),
  deleteOAuthProvider: deleteOAuthProvider(deps),
});
