import { PorticoAssertionError } from '../errors/assertion-error.ts';
import { KnownErrors } from '../errors/known-errors.ts';
import type { Refreshed } from '../sessions/session.ts';
import { NetworkError, networkError } from './network-error.ts';
import { readResponse } from './read-response.ts';
import { withRetries } from './retry.ts';
import type { Attempt } from './retry.ts';
import type { Transport } from './transport.ts';
import { runBeforeRequest, uncached } from './transport.ts';

export interface RefreshOptions {
  readonly transport: Transport;
  readonly baseUrl: () => string;
  readonly projectId: string;
  readonly publishableClientKey: string | undefined;
}

const readAnswer = (body: unknown): Refreshed => {
  const answer = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const {
    access_token: accessToken,
    token_type: type,
    expires_in: expiresIn,
    refresh_token: refreshToken,
  } = answer;
  const isBearer = typeof type === 'string' && type.toLowerCase() === 'bearer';
  const lives = expiresIn === undefined || (typeof expiresIn === 'number' && expiresIn > 0);
  if (typeof accessToken !== 'string' || accessToken === '' || !isBearer || !lives) {
    throw new PorticoAssertionError('The token endpoint gave an unusable answer.');
  }
  return { accessToken, ...(typeof refreshToken === 'string' && refreshToken !== '' && { refreshToken }) };
};

/** Trades a refresh token for an access token. Everything but a refused token is tried again. */
export const refreshTokens =
  (options: RefreshOptions) =>
  async (refreshToken: string): Promise<Refreshed> => {
    const { transport, projectId, publishableClientKey } = options;
    if (!publishableClientKey) {
      throw new Error(
        'An app made with a projectOwnerSession cannot refresh the sessions of the project’s users.',
      );
    }
    const baseUrl = options.baseUrl();
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: projectId,
      client_secret: publishableClientKey,
    });
    const attempt = async (): Promise<Attempt<Refreshed>> => {
      try {
        await runBeforeRequest();
        const url = `${baseUrl}/api/v1/auth/oauth/token`;
        const response = await readResponse(
          await transport.fetch(url, { ...uncached(), method: 'POST', body }),
        );
        if (response.ok) return { value: readAnswer(await response.json()) };
        return {
          retry: new Error(`The token endpoint answered ${response.status}: ${await response.text()}`),
        };
      } catch (error) {
        if (KnownErrors.RefreshTokenError.isInstance(error) || error instanceof PorticoAssertionError)
          throw error;
        return { retry: error };
      }
    };
    return withRetries(transport, attempt, async (reason) =>
      reason instanceof TypeError && !(reason instanceof NetworkError)
        ? networkError(transport, baseUrl, reason)
        : reason,
    );
  };
