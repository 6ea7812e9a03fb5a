/** The REST API as the suites use it. */
import { adminHeaders, clientHeaders, serverHeaders, type Shape } from '../shape/shape.ts';

export interface Answer {
  /** 0 when there was no answer. */
  readonly status: number;
  readonly body: Record<string, unknown>;
}

export interface ApiRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
  readonly seconds?: number;
}

const parse = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return { text };
  }
};

/** Never rejects: a refused connection is an answer with status 0. */
export const request = async (
  url: string,
  { method = 'GET', path, headers, body, seconds = 15 }: ApiRequest,
): Promise<Answer> => {
  try {
    const answer = await fetch(url + path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(seconds * 1000),
    });
    return { status: answer.status, body: parse(await answer.text()) };
  } catch (error) {
    return { status: 0, body: { text: String(error) } };
  }
};

type Place = Pick<Shape, 'url' | 'keys'>;

export const PASSWORD = 'correct horse battery staple';

/** With the order to send a verification mail. */
export const signUp = ({ url, keys }: Place, email: string): Promise<Answer> =>
  request(url, {
    method: 'POST',
    path: '/api/v1/auth/password/sign-up',
    headers: clientHeaders(keys),
    body: { email, password: PASSWORD, verification_callback_url: 'http://localhost:3000/verify' },
  });

export const signIn = ({ url, keys }: Place, email: string): Promise<Answer> =>
  request(url, {
    method: 'POST',
    path: '/api/v1/auth/password/sign-in',
    headers: clientHeaders(keys),
    body: { email, password: PASSWORD },
  });

export const whoami = ({ url, keys }: Place, access_token: string): Promise<Answer> =>
  request(url, {
    path: '/api/v1/users/me',
    headers: { ...clientHeaders(keys), 'x-stack-access-token': access_token },
  });

export const getUser = ({ url, keys }: Place, user_id: string): Promise<Answer> =>
  request(url, { path: `/api/v1/users/${user_id}`, headers: serverHeaders(keys) });

export const renameUser = ({ url, keys }: Place, user_id: string, display_name: string): Promise<Answer> =>
  request(url, {
    method: 'PATCH',
    path: `/api/v1/users/${user_id}`,
    headers: serverHeaders(keys),
    body: { display_name },
  });

export const createTeam = ({ url, keys }: Place, display_name: string): Promise<Answer> =>
  request(url, {
    method: 'POST',
    path: '/api/v1/teams',
    headers: serverHeaders(keys),
    body: { display_name },
  });

export const getTeam = ({ url, keys }: Place, team_id: string): Promise<Answer> =>
  request(url, { path: `/api/v1/teams/${team_id}`, headers: serverHeaders(keys) });

export const createKeys = ({ url, keys }: Place): Promise<Answer> =>
  request(url, {
    method: 'POST',
    path: '/api/v1/internal/api-keys',
    headers: adminHeaders(keys),
    body: {
      description: 'chaos',
      expires_at_millis: Date.now() + 3_600_000,
      has_publishable_client_key: true,
      has_secret_server_key: true,
      has_super_secret_admin_key: false,
    },
  });

export const revokeKeys = ({ url, keys }: Place, id: string): Promise<Answer> =>
  request(url, {
    method: 'PATCH',
    path: `/api/v1/internal/api-keys/${id}`,
    headers: adminHeaders(keys),
    body: { revoked: true },
  });

/** Captured mail of an address. */
export const inboxOf = async ({ url }: Place, email: string): Promise<unknown[]> => {
  const { status, body } = await request(url, {
    path: `/inbox/messages?to=${encodeURIComponent(email)}`,
    headers: {},
  });
  return status === 200 ? (body as unknown as unknown[]) : [];
};
