import type { Services } from '@portico/gateway/services';
import { systemCall } from '@portico/platform/call';
import type { Settings } from './config.ts';

type Seeds = Pick<
  Settings,
  | 'PORTICO_SEED_PUBLISHABLE_CLIENT_KEY'
  | 'PORTICO_SEED_SECRET_SERVER_KEY'
  | 'PORTICO_SEED_SUPER_SECRET_ADMIN_KEY'
  | 'PORTICO_WEB_URL'
>;

/** Creates project `internal` with its keys, or brings it up to date. */
export const bootstrap = async (services: Services, seeds: Seeds): Promise<void> => {
  await services.identity.projects.bootstrap(
    {
      publishable_client_key: seeds.PORTICO_SEED_PUBLISHABLE_CLIENT_KEY,
      secret_server_key: seeds.PORTICO_SEED_SECRET_SERVER_KEY,
      super_secret_admin_key: seeds.PORTICO_SEED_SUPER_SECRET_ADMIN_KEY,
      web_url: seeds.PORTICO_WEB_URL,
    },
    systemCall('internal'),
  );
};
