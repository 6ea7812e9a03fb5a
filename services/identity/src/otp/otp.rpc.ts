import type { Rpcs } from '@portico/platform/grpc/unary';
import type { OtpServiceDefinition } from '@portico/proto/identity/v1/otp';
import type { IdentityDeps } from '../deps.ts';
import { sendSignInCode } from './send-sign-in-code.ts';
import { checkSignInCode, signInWithOtp } from './sign-in-with-otp.ts';

export const otpRpcs = (deps: IdentityDeps): Rpcs<typeof OtpServiceDefinition> => ({
  sendSignInCode: sendSignInCode(deps),
  checkSignInCode: checkSignInCode(deps),
  signInWithOtp: signInWithOtp(deps),
});
