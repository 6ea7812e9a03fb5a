import { logError } from '../errors/warn.ts';
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

const openSession = async (scope: UserScope, options: CreateSessionOptions): Promise<Session> => {
  const { ctx } = scope;
  const body = {
    user_id: scope.userId,
    expires_in_millis: options.expiresInMillis ?? yearMillis,
    is_impersonation: options.isImpersonation ?? false,
  };
  const answer = await scope.json<{ access_token: string; refresh_token: string }>('/auth/sessions', {
    method: 'POST',
    body,
  });
  return new Session({
    tokens: { accessToken: answer.access_token, refreshToken: answer.refresh_token },
    refresh: refreshTokens({ ...ctx, publishableClientKey: ctx.options.publishableClientKey }),
  });
};

export const createUserSession =
  (scope: UserScope) =>
  async (options: CreateSessionOptions = {}): Promise<CreatedSession> => {
    const session = await openSession(scope, options);
    return { getTokens: () => tokensOfSession(session) };
  };

const errandMillis = 120_000;

/** Runs an errand only the user itself may do, under a session that ends with it. */
export const borrowedSession = async <T>(
  scope: UserScope,
  errand: (session: Session) => Promise<T>,
): Promise<T> => {
  const session = await openSession(scope, { expiresInMillis: errandMillis, isImpersonation: true });
  try {
    return await errand(session);
  } finally {
    await scope.ctx.api
      .send('/auth/sessions/current', { method: 'DELETE', body: {}, session })
      .catch(logError);
  }
};
