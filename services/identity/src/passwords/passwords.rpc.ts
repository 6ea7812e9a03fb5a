import type { Rpcs } from '@portico/platform/grpc/unary';
import type { PasswordsServiceDefinition } from '@portico/proto/identity/v1/passwords';
import type { IdentityDeps } from '../deps.ts';
import { checkPasswordResetCode, resetPassword } from '../password-reset/reset-password.ts';
import { sendPasswordReset } from '../password-reset/send-password-reset.ts';
import { setPassword } from './set-password.ts';
import { signInWithPassword } from './sign-in-with-password.ts';
import { signUpWithPassword } from './sign-up-with-password.ts';
import { updatePassword } from './update-password.ts';

export const passwordsRpcs = (deps: IdentityDeps): Rpcs<typeof PasswordsServiceDefinition> => ({
  signUpWithPassword: signUpWithPassword(deps),
  signInWithPassword: signInWithPassword(deps),
  updatePassword: updatePassword(deps),
  setPassword: setPassword(deps),
  sendPasswordReset: sendPasswordReset(deps),
  checkPasswordResetCode: checkPasswordResetCode(deps),
  resetPassword: resetPassword(deps),
});
