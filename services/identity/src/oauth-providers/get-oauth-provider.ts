import type { CallContext } from '@portico/platform/call';
import { statusError } from '@portico/platform/errors';
import type { GetOAuthProviderRequest, OAuthProvider } from '@portico/proto/identity/v1/oauth_providers';
import { readSettings } from '../config/read-config.ts';
import type { IdentityDeps } from '../deps.ts';
import { requireLink } from './find-link.ts';
import { toOAuthProvider } from './oauth-provider.message.ts';

export const getOAuthProvider =
  ({ db }: Pick<IdentityDeps, 'db'>) =>
  async (request: GetOAuthProviderRequest, call: CallContext): Promise<OAuthProvider> => {
    const link = await requireLink(db, call, request);
    const { oauth_providers } = await readSettings(db, call);
    if (!oauth_providers.some(({ id }) => id === link.provider_config_id)) {
      throw statusError(404, 'The provider of this account is not configured any more.');
    }
    return toOAuthProvider(link);
  };
