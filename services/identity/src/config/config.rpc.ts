import type { Rpcs } from '@portico/platform/grpc/unary';
import type { ConfigServiceDefinition } from '@portico/proto/identity/v1/config';
import type { IdentityDeps } from '../deps.ts';
import { getConfig } from './get-config.ts';
import { getEmailSettings } from './get-email-settings.ts';
import { overrideConfig } from './override-config.ts';

export const configRpcs = (deps: IdentityDeps): Rpcs<typeof ConfigServiceDefinition> => ({
  getConfig: getConfig(deps),
  overrideConfig: overrideConfig(deps),
  getEmailSettings: getEmailSettings(deps),
});
