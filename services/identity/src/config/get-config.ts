import type { CallContext } from '@portico/platform/call';
import type { GetConfigRequest, RenderedConfig } from '@portico/proto/identity/v1/config';
import type { IdentityDeps } from '../deps.ts';
import { readConfig } from './read-config.ts';

export const getConfig =
  ({ db, keyring }: Pick<IdentityDeps, 'db' | 'keyring'>) =>
  async (_request: GetConfigRequest, call: CallContext): Promise<RenderedConfig> => {
    const { config } = await readConfig({ db, keyring }, call);
    return { config_string: JSON.stringify(config) };
  };
