import type { CallContext } from '@portico/platform/call';
import type { EmailSettings, GetEmailSettingsRequest } from '@portico/proto/identity/v1/config';
import type { Complete, IdentityDeps } from '../deps.ts';
import { toEmailServer } from './email-server.ts';
import { readConfig } from './read-config.ts';

export const getEmailSettings =
  (deps: Pick<IdentityDeps, 'db' | 'keyring'>) =>
  async (_request: GetEmailSettingsRequest, call: CallContext): Promise<Complete<EmailSettings>> => {
    const { project, config } = await readConfig(deps, call);
    return { project_display_name: project.display_name, server: toEmailServer(config) };
  };
