/** What the load consists of. Data only, because the load runs in a process of its own. */
export type Traffic =
  | { readonly kind: 'sign-in'; readonly users: number; readonly password: string }
  | { readonly kind: 'whoami'; readonly sessions: readonly BenchSession[] }
  | { readonly kind: 'refresh'; readonly sessions: readonly BenchSession[] }
  | { readonly kind: 'exchange'; readonly codes: CodeRange; readonly client_id: string };

/** Codes that nobody has used; each is good once. */
export interface CodeRange {
  readonly prefix: string;
  readonly count: number;
}

export interface BenchSession {
  readonly user_id: string;
  readonly access_token: string;
  readonly refresh_token: string;
}

export interface BenchRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  /** Whether the body of a 200 is the right answer to this very request. */
  readonly isRight: (body: Record<string, unknown>) => boolean;
}

export const userIdOf = (index: number): string =>
  `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;

export const emailOf = (index: number): string => `user-${index}@bench.example`;

const isText = (value: unknown): boolean => typeof value === 'string' && value.length > 20;

const pick = <T>(items: readonly T[]): T => {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
};

const json = { 'content-type': 'application/json' };

const signIn = (users: number, password: string): BenchRequest => {
  const index = Math.floor(Math.random() * users);
  return {
    method: 'POST',
    path: '/api/v1/auth/password/sign-in',
    headers: json,
    body: JSON.stringify({ email: emailOf(index), password }),
    isRight: (body) =>
      body.user_id === userIdOf(index) && isText(body.access_token) && isText(body.refresh_token),
  };
};

const whoami = ({ user_id, access_token }: BenchSession): BenchRequest => ({
  method: 'GET',
  path: '/api/v1/users/me',
  headers: { 'x-stack-access-token': access_token },
  isRight: (body) => body.id === user_id,
});

const refresh = ({ refresh_token }: BenchSession): BenchRequest => ({
  method: 'POST',
  path: '/api/v1/auth/sessions/current/refresh',
  headers: { 'x-stack-refresh-token': refresh_token },
  isRight: (body) => isText(body.access_token),
});

export const codeOf = ({ prefix }: CodeRange, index: number): string => `${prefix}-${index}`;

export const REDIRECT_URI = 'http://localhost:3000/handler/oauth-callback';
export const CODE_VERIFIER = 'a verifier that every code of the benchmark was asked for with';

let taken = 0;

const exchange = (codes: CodeRange, client_id: string): BenchRequest => {
  if (taken === codes.count) throw new Error(`All ${codes.count} codes have been used.`);
  const form = {
    grant_type: 'authorization_code',
    client_id,
    code: codeOf(codes, taken++),
    code_verifier: CODE_VERIFIER,
    redirect_uri: REDIRECT_URI,
  };
  return {
    method: 'POST',
    path: '/api/v1/auth/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
    isRight: (body) => isText(body.access_token) && isText(body.refresh_token),
  };
};

export const nextRequest = (traffic: Traffic): BenchRequest => {
  if (traffic.kind === 'sign-in') return signIn(traffic.users, traffic.password);
  if (traffic.kind === 'exchange') return exchange(traffic.codes, traffic.client_id);
  return traffic.kind === 'whoami' ? whoami(pick(traffic.sessions)) : refresh(pick(traffic.sessions));
};
