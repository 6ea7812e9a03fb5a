/** The keys that a deployment lends to projects without keys of their own. */
import type { IdentityConfig } from '../config.ts';
import { isProviderType } from './provider-types.ts';

export interface SharedKeys {
  client_id: string;
  client_secret: string;
  /** Given: this issuer stands in for the provider. */
  sandbox_issuer?: string;
}

/** Undefined when the deployment has neither keys of the provider nor a sandbox. */
export const sharedKeys = (config: IdentityConfig, type: string): SharedKeys | undefined => {
  if (!isProviderType(type)) return undefined;
  const name = type.toUpperCase() as Uppercase<typeof type>;
  const client_id = config[`PORTICO_OAUTH_${name}_CLIENT_ID`];
  const client_secret = config[`PORTICO_OAUTH_${name}_CLIENT_SECRET`];
  if (client_id !== undefined && client_secret !== undefined) return { client_id, client_secret };
  const sandbox_issuer = config.PORTICO_OAUTH_SANDBOX_ISSUER;
  if (sandbox_issuer === undefined) return undefined;
  return { client_id: type, client_secret: config.PORTICO_OAUTH_SANDBOX_SECRET, sandbox_issuer };
};
