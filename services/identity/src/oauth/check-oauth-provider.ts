import type { CallContext } from '@portico/platform/call';
import type { CheckOAuthProviderRequest, OAuthProviderChecked } from '@portico/proto/identity/v1/oauth';
import type { IdentityDeps } from '../deps.ts';
import { requireProviderFor } from './find-provider.ts';
import { purposeOf } from './start-oauth.ts';

export const checkOAuthProvider =
  (deps: Pick<IdentityDeps, 'db' | 'keyring' | 'config'>) =>
  async (
    { provider_id, type }: CheckOAuthProviderRequest,
    call: CallContext,
  ): Promise<OAuthProviderChecked> => {
    await requireProviderFor(deps, call, { id: provider_id, type: purposeOf(type) });
    return {};
  };
