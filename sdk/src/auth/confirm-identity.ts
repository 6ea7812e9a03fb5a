import type { AppContext } from '../apps/context.ts';
import { KnownErrors } from '../errors/known-errors.ts';
import { logError } from '../errors/warn.ts';
import type { Session } from '../sessions/session.ts';
import type { SignInAnswer } from '../wire/user.ts';
import { passkeyAnswer } from './passkey.ts';

/** Whoever signed in is somebody else than whoever was to be confirmed. */
export class OtherAccountError extends Error {
  constructor() {
    super('This signs in another account.');
    this.name = 'OtherAccountError';
  }
}

export type SecondFactor =
  | { readonly type: 'totp'; readonly totp: string }
  | { readonly type: 'recovery-code'; readonly recovery_code: string };

/** What is still missing: nothing, or the second factor of the attempt. */
export type Missing = null | { readonly attemptCode: string };

/** Ways for the signed-in user to prove that it is still there. The session becomes a new one. */
export interface IdentityCheck {
  withPassword(email: string, password: string): Promise<Missing>;
  /** The code of a mail followed by the nonce of its sending. */
  withMail(code: string): Promise<Missing>;
  withPasskey(): Promise<Missing>;
  withSecondFactor(factor: SecondFactor, attemptCode: string): Promise<Missing>;
}

const endSession = (ctx: AppContext, session: Session): Promise<unknown> =>
  ctx.api.send('/auth/sessions/current', { method: 'DELETE', body: {}, session }).catch(logError);

const keep = async (ctx: AppContext, userId: string, answer: SignInAnswer): Promise<void> => {
  const tokens = { accessToken: answer.access_token, refreshToken: answer.refresh_token };
  if (answer.user_id !== userId) {
    await endSession(ctx, await ctx.session(tokens));
    throw new OtherAccountError();
  }
  const before = await ctx.session();
  await ctx.storeTokens(tokens);
  // It would stay in the list of sessions, though nobody can use it any more.
  await endSession(ctx, before);
};

export const identityCheck = (ctx: AppContext, userId: string): IdentityCheck => {
  const check = async (signIn: () => Promise<SignInAnswer>): Promise<Missing> => {
    try {
      await keep(ctx, userId, await signIn());
      return null;
    } catch (error) {
      if (!KnownErrors.MultiFactorAuthenticationRequired.isInstance(error)) throw error;
      return { attemptCode: String(error.details?.attempt_code) };
    }
  };
  const post = (path: string, body: object) => (): Promise<SignInAnswer> =>
    ctx.api.json(path, { method: 'POST', body });
  return {
    withPassword: (email, password) => check(post('/auth/password/sign-in', { email, password })),
    withMail: (code) => check(post('/auth/otp/sign-in', { code })),
    withPasskey: () => check(() => passkeyAnswer(ctx)),
    withSecondFactor: (factor, attemptCode) =>
      check(post('/auth/mfa/sign-in', { ...factor, code: attemptCode })),
  };
};
