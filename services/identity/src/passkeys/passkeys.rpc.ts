import type { Rpcs } from '@portico/platform/grpc/unary';
import type { PasskeysServiceDefinition } from '@portico/proto/identity/v1/passkeys';
import type { IdentityDeps } from '../deps.ts';
import { beginPasskeyRegistration } from './begin-registration.ts';
import { beginPasskeySignIn } from './begin-sign-in.ts';
import { registerPasskey } from './register-passkey.ts';
import { signInWithPasskey } from './sign-in-with-passkey.ts';

export const passkeysRpcs = (deps: IdentityDeps): Rpcs<typeof PasskeysServiceDefinition> => ({
  beginPasskeyRegistration: beginPasskeyRegistration(deps),
  registerPasskey: registerPasskey(deps),
  beginPasskeySignIn: beginPasskeySignIn(deps),
  signInWithPasskey: signInWithPasskey(deps),
});
