import type { Rpcs } from '@portico/platform/grpc/unary';
import type { MfaServiceDefinition } from '@portico/proto/identity/v1/mfa';
import type { IdentityDeps } from '../deps.ts';
import { countRecoveryCodes, createRecoveryCodes } from './create-recovery-codes.ts';
import { signInWithMfa } from './sign-in-with-mfa.ts';

export const mfaRpcs = (deps: IdentityDeps): Rpcs<typeof MfaServiceDefinition> => ({
  signInWithMfa: signInWithMfa(deps),
  createRecoveryCodes: createRecoveryCodes(deps),
  countRecoveryCodes: countRecoveryCodes(deps),
});
