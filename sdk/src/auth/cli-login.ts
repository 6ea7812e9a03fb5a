import type { AppContext } from '../apps/context.ts';
import { PorticoAssertionError } from '../errors/assertion-error.ts';
import { KnownError } from '../errors/known-error.ts';
import { KnownErrors } from '../errors/known-errors.ts';
import type { KnownErrorInstance } from '../errors/known-errors.ts';
import { failed, ok } from '../errors/result.ts';
import type { Result } from '../errors/result.ts';
import { say } from '../errors/warn.ts';
import { NetworkError } from '../http/network-error.ts';

export interface PromptCliLoginOptions {
  /** Origin of the app whose pages confirm the sign-in, for example `https://app.example.com`. */
  appUrl: string;
  /** Default: two hours; at most a day. */
  expiresInMillis?: number;
  /** How often to ask whether the sign-in was confirmed. Default: until it expires. */
  maxAttempts?: number;
  /** Pause between two questions. Default: 2000. */
  waitTimeMillis?: number;
  /** Shows the link to the person. Default: prints it. */
  promptLink?: (url: string) => void | Promise<void>;
}

type CliErrorName = 'CliAuthError' | 'CliAuthExpiredError' | 'CliAuthUsedError';
type CliResult = Result<string, { [N in CliErrorName]: KnownErrorInstance<N> }[CliErrorName]>;

/** Sign-in of a command line: the person confirms it in a browser. */
export interface CliLogin {
  /** The refresh token of a session of the command line's own. */
  promptCliLogin(options: PromptCliLoginOptions): Promise<CliResult>;
}

interface CliCodes {
  readonly polling_code: string;
  readonly login_code: string;
  readonly expires_at?: string;
}

const confirmUrl = (appUrl: string, loginCode: string): string =>
  `${appUrl.replace(/\/$/, '')}/handler/cli-auth-confirm?login_code=${encodeURIComponent(loginCode)}`;

const cliError = (message: string, cause?: unknown): CliResult =>
  failed(new KnownErrors.CliAuthError(undefined, message, { cause }));

/** Refusals of the server end the login; anything else is the caller's to see. */
const isRefusal = (error: unknown): boolean =>
  KnownError.isInstance(error) ||
  (error instanceof PorticoAssertionError && error.data?.status !== undefined);

/** One question. Null: ask again. */
const poll = async (ctx: AppContext, codes: CliCodes): Promise<CliResult | null> => {
  let response: Response;
  try {
    const body = { polling_code: codes.polling_code };
    response = await ctx.api.send('/auth/cli/poll', { method: 'POST', body });
  } catch (error) {
    // A lost connection says nothing about the sign-in, which may be confirmed meanwhile.
    if (error instanceof NetworkError) return null;
    if (isRefusal(error)) return cliError('The command line sign-in was refused.', error);
    throw error;
  }
  const answer = (await response.json()) as { status?: string; refresh_token?: string };
  if (response.status === 201 && answer.status === 'success' && answer.refresh_token)
    return ok(answer.refresh_token);
  if (answer.status === 'waiting') return null;
  if (answer.status === 'expired') return failed(new KnownErrors.CliAuthExpiredError());
  if (answer.status === 'used') return failed(new KnownErrors.CliAuthUsedError());
  return cliError('The server gave an unexpected answer.');
};

const hasExpired = ({ expires_at }: CliCodes): boolean =>
  expires_at !== undefined && Date.parse(expires_at) <= Date.now();

export const cliLogin = (ctx: AppContext): CliLogin => ({
  promptCliLogin: async (options) => {
    const { appUrl, expiresInMillis, maxAttempts = Infinity, waitTimeMillis = 2_000 } = options;
    let codes: CliCodes;
    try {
      const body = { expires_in_millis: expiresInMillis };
      codes = await ctx.api.json<CliCodes>('/auth/cli', { method: 'POST', body });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return cliError('The command line sign-in could not be started.', error);
    }
    const url = confirmUrl(appUrl, codes.login_code);
    if (options.promptLink) await options.promptLink(url);
    else say(`Open this page to sign in:\n\n${url}\n`);
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const result = await poll(ctx, codes);
      if (result) return result;
      if (hasExpired(codes)) return failed(new KnownErrors.CliAuthExpiredError());
      if (attempt < maxAttempts) await ctx.transport.sleep(waitTimeMillis);
    }
    return cliError('Timed out waiting for CLI authentication.');
  },
});

/** Confirms the sign-in of a command line in the name of whoever is signed in here. */
export const confirmCliLogin = async (ctx: AppContext, loginCode: string): Promise<void> => {
  const session = await ctx.session();
  const tokens = await session.getOrFetchLikelyValidTokens(20_000);
  if (!tokens?.refreshToken)
    throw new Error('The session has no refresh token to sign a command line in with.');
  const body = { login_code: loginCode, refresh_token: tokens.refreshToken };
  await ctx.api.send('/auth/cli/complete', { method: 'POST', body });
};
