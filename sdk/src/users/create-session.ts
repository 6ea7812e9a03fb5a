import { Session } from '../sessions/session.ts';
import { refreshTokens } from '../http/refresh-tokens.ts';
import type { Tokens } from '../tokens/token-store.ts';
import { tokensOfSession } from './auth.ts';
import type { UserScope } from './user-scope.ts';

const yearMillis = 31_536_000_000;

export interface CreateSessionOptions {
  /** Default: a year. */
  expiresInMillis?: number;
  /** Marks the session as somebody else's doing. */
  isImpersonation?: boolean;
}

export interface CreatedSession {
  /** Tokens that live for at least 20 seconds. */
  getTokens(): Promise<Tokens>;
}

export const createUserSession =
  (scope: UserScope) =>
  async ({
    expiresInMillis = yearMillis,
    isImpersonation = false,
  }: CreateSessionOptions = {}): Promise<CreatedSession> => {
    const { ctx } = scope;
    const body = {
      user_id: scope.userId,
      expires_in_millis: expiresInMillis,
      is_impersonation: isImpersonation,
    };
    const answer = await scope.json<{ access_token: string; refresh_token: string }>('/auth/sessions', {
      method: 'POST',
      body,
    });
    const session = new Session({
      tokens: { accessToken: answer.access_token, refreshToken: answer.refresh_token },
      refresh: refreshTokens({ ...ctx, publishableClientKey: ctx.options.publishableClientKey }),
    });
    return { getTokens: () => tokensOfSession(session) };
  };
