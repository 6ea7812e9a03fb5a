import type { Rpcs } from '@portico/platform/grpc/unary';
import type { AnonymousServiceDefinition } from '@portico/proto/identity/v1/anonymous';
import type { IdentityDeps } from '../deps.ts';
import { signUpAnonymously } from './sign-up-anonymously.ts';

export const anonymousRpcs = (deps: IdentityDeps): Rpcs<typeof AnonymousServiceDefinition> => ({
  signUpAnonymously: signUpAnonymously(deps),
});
