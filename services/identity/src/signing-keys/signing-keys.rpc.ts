import type { Rpcs } from '@portico/platform/grpc/unary';
import type { SigningKeysServiceDefinition } from '@portico/proto/identity/v1/signing_keys';
import type { IdentityDeps } from '../deps.ts';
import { getJwks } from './get-jwks.ts';

export const signingKeysRpcs = (deps: IdentityDeps): Rpcs<typeof SigningKeysServiceDefinition> => ({
  getJwks: getJwks(deps),
});
