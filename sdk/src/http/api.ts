import { PorticoAssertionError } from '../errors/assertion-error.ts';
import { KnownErrors } from '../errors/known-errors.ts';
import { SignInAgainError } from '../errors/sign-in-again-error.ts';
import type { LiveTokens, Session } from '../sessions/session.ts';
import { minTokenMillis } from '../sessions/session.ts';
import { headers } from '../wire/headers.ts';
import { networkError } from './network-error.ts';
import { withQuery } from './path.ts';
import type { QueryValue } from './path.ts';
import { readResponse } from './read-response.ts';
import { requestHeaders } from './request-headers.ts';
import type { Credentials } from './request-headers.ts';
import { retryAfterSeconds, withRetries } from './retry.ts';
import type { Attempt } from './retry.ts';
import type { Transport } from './transport.ts';
import { runBeforeRequest, uncached } from './transport.ts';

export type Access = 'client' | 'server' | 'admin';
type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

export interface Call {
  readonly method?: Method;
  readonly query?: Readonly<Record<string, QueryValue>>;
  /** Sent as JSON, in the wire's own snake_case. */
  readonly body?: unknown;
  /** Default: client. */
  readonly access?: Access;
  /** Whose tokens go along. Default: nobody's. */
  readonly session?: Session | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface Api {
  /** One request with retries. Known errors are thrown as their class, other unexpected refusals as assertion errors. */
  send(path: string, call?: Call): Promise<Response>;
  /** `send`, with the JSON of the answer. */
  json<T>(path: string, call?: Call): Promise<T>;
}

export interface ApiOptions extends Credentials {
  readonly transport: Transport;
  readonly baseUrl: () => string;
}

interface Sessions {
  readonly session?: Session | null;
  readonly projectOwnerSession?: Session;
}

interface Sent {
  readonly user: LiveTokens | null;
  readonly owner: LiveTokens | null;
}

const idempotent: readonly string[] = ['GET', 'PUT', 'DELETE'];

/** Decides whether a known error is worth another attempt with fresher tokens. */
const dropRefusedTokens = (
  error: unknown,
  { session, projectOwnerSession: owner }: Sessions,
  sent: Sent,
): boolean => {
  if (KnownErrors.InvalidAccessToken.isInstance(error)) {
    if (!session || !sent.user) {
      throw new PorticoAssertionError('The server refused an access token, though none was sent.', {
        cause: error,
      });
    }
    session.markAccessTokenExpired(sent.user.accessToken.token);
    return true;
  }
  if (!owner || !sent.owner) return false;
  if (!KnownErrors.InvalidAdminAccessToken.isInstance(error) && !KnownErrors.ApiKeyNotFound.isInstance(error))
    return false;
  owner.markAccessTokenExpired(sent.owner.accessToken.token);
  return true;
};

const refused = async (response: Response, url: string): Promise<Attempt<Response>> => {
  const text = await response.text();
  const error = new Error(`${url} answered ${response.status}: ${text}`);
  if (response.status === 429) return { retry: error, afterSeconds: retryAfterSeconds(response) };
  if (response.status === 508 && text.includes('INFINITE_LOOP_DETECTED')) return { retry: error };
  if (SignInAgainError.isAnswer(response.status, text)) throw new SignInAgainError(text);
  throw new PorticoAssertionError(error.message, {
    status: response.status,
    body: text,
    requestId: response.headers.get(headers.requestId),
  });
};

/** Reads an answer to its end: one that nobody reads would keep its connection, and a page has few. */
const complete = async (answer: Response): Promise<Response> => {
  if (!answer.body) return answer;
  const { status, statusText, headers: sent } = answer;
  return new Response(await answer.arrayBuffer(), { status, statusText, headers: sent });
};

/** The one place that speaks HTTP with the API. */
export const createApi = (options: ApiOptions): Api => {
  const { transport } = options;

  const attempt = async (url: string, method: Method, call: Call): Promise<Attempt<Response>> => {
    const user = (await call.session?.getOrFetchLikelyValidTokens(minTokenMillis)) ?? null;
    const owner = (await options.projectOwnerSession?.getOrFetchLikelyValidTokens(minTokenMillis)) ?? null;
    await runBeforeRequest();
    let raw: Response;
    try {
      const answer = await transport.fetch(url, {
        ...uncached(),
        method,
        headers: requestHeaders(options, call, { user, owner, hasBody: call.body !== undefined }),
        body: call.body === undefined ? undefined : JSON.stringify(call.body),
        signal: call.signal,
      });
      raw = await complete(answer);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      if (idempotent.includes(method)) return { retry: error };
      throw await networkError(transport, options.baseUrl(), error);
    }
    try {
      const response = await readResponse(raw);
      return response.ok ? { value: response } : await refused(response, url);
    } catch (error) {
      if (dropRefusedTokens(error, { ...options, session: call.session }, { user, owner }))
        return { retry: error };
      throw error;
    }
  };

  const send = (path: string, call: Call = {}): Promise<Response> => {
    const url = withQuery(`${options.baseUrl()}/api/v1${path.replace(/\/$/, '')}`, call.query);
    const giveUp = async (reason: unknown): Promise<unknown> =>
      reason instanceof TypeError ? networkError(transport, options.baseUrl(), reason) : reason;
    return withRetries(transport, () => attempt(url, call.method ?? 'GET', call), giveUp);
  };

  return {
    send,
    json: async <T>(path: string, call?: Call) => (await send(path, call)).json() as Promise<T>,
  };
};
