import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import type { AppContext } from '../apps/context.ts';
import { PorticoAssertionError } from '../errors/assertion-error.ts';
import { KnownError } from '../errors/known-error.ts';
import { KnownErrors } from '../errors/known-errors.ts';
import type { KnownErrorInstance } from '../errors/known-errors.ts';
import { resultOf } from '../errors/result.ts';
import type { Result } from '../errors/result.ts';
import type { SignInAnswer } from '../wire/user.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { catchMfa } from './mfa-required.ts';
import { askForPasskey, relyingPartyId } from './webauthn.ts';

type PasskeyResult = Result<
  undefined,
  | KnownErrorInstance<'PasskeyAuthenticationFailed'>
  | KnownErrorInstance<'InvalidTotpCode'>
  | KnownErrorInstance<'PasskeyWebAuthnError'>
>;

export interface PasskeySignIn {
  /** Asks the browser for a passkey of this site. */
  signInWithPasskey(): Promise<PasskeyResult>;
}

interface Challenge {
  readonly options_json: PublicKeyCredentialRequestOptionsJSON;
  readonly code: string;
}

/** A ceremony that fails without a reason of the browser's own, for example because it knows no passkeys at all. */
const ceremonyFailure = (error: unknown): unknown =>
  KnownError.isInstance(error) || error instanceof PorticoAssertionError
    ? error
    : new KnownErrors.PasskeyAuthenticationFailed(undefined, undefined, { cause: error });

/** Asks the browser for a passkey, and the server what it makes of it. */
export const passkeyAnswer = async (ctx: AppContext, autofill = false): Promise<SignInAnswer> => {
  const session = await ctx.session();
  const { options_json: options, code } = await ctx.api.json<Challenge>(
    '/auth/passkey/initiate-passkey-authentication',
    { method: 'POST', body: {}, session },
  );
  const rpId = relyingPartyId(options.rpId);
  const credential = await askForPasskey({ ...options, rpId }, { autofill }).catch((error: unknown) => {
    throw ceremonyFailure(error);
  });
  return ctx.api.json('/auth/passkey/sign-in', { method: 'POST', body: { credential, code }, session });
};

/** `autofill`: the browser offers passkeys beside the form, and this waits until one is chosen. */
export const signInWithPasskey = (
  ctx: AppContext,
  { autofill = false }: { autofill?: boolean } = {},
): Promise<PasskeyResult> =>
  resultOf(
    async () => {
      const answer = await catchMfa(ctx, () => passkeyAnswer(ctx, autofill));
      await finishSignIn(ctx, answer, { landing: 'afterSignIn' });
      return undefined;
    },
    [
      KnownErrors.PasskeyAuthenticationFailed,
      KnownErrors.InvalidTotpCode,
      KnownErrors.PasskeyWebAuthnError,
    ] as const,
  );

export const passkeySignIn = (ctx: AppContext): PasskeySignIn => ({
  signInWithPasskey: () => signInWithPasskey(ctx),
});
