/** A small HTTP client that judges every answer by the rules that hold for all of them. */
import { expect } from 'vitest';

/** Whatever JSON holds. */
export type Json = ReturnType<typeof JSON.parse>;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed when the answer is JSON, else the text. */
  readonly body: Json;
  readonly text: string;
}

export interface Options {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly body?: string | Uint8Array;
}

export const url = (): string => {
  const { PORTICO_TEST_URL } = process.env;
  if (!PORTICO_TEST_URL) throw new Error('PORTICO_TEST_URL is not set.');
  return PORTICO_TEST_URL.replace(/\/+$/, '');
};

export const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-max-age': '86400',
  'access-control-allow-headers': [
    'content-type, authorization, x-stack-project-id, x-stack-branch-id, x-stack-override-error-status',
    'x-stack-random-nonce, x-stack-client-version, x-stack-disable-artificial-development-delay',
    'x-stack-access-type, x-stack-publishable-client-key, x-stack-secret-server-key',
    'x-stack-super-secret-admin-key, x-stack-admin-access-token, x-stack-workflow-token',
    'x-stack-refresh-token, x-stack-access-token, x-stack-allow-anonymous-user, baggage, sentry-trace',
    'x-vercel-protection-bypass, ngrok-skip-browser-warning',
  ].join(', '),
  'access-control-expose-headers': 'content-type, x-stack-actual-status, x-stack-known-error',
};

export const SECURITY = {
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'permissions-policy': '',
  'content-security-policy': '',
};

export const JSON_TYPE = 'application/json; charset=utf-8';
export const TEXT_TYPE = 'text/plain; charset=utf-8';

const TRANSPORT = new Set(
  'connection,content-encoding,content-length,date,etag,keep-alive,transfer-encoding,vary'.split(','),
);

/** All headers except those that belong to the connection. */
export const contractHeaders = ({ headers }: Answer): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !TRANSPORT.has(name)));

/** The exact header set of an answer that a handler made below `/api/`; `more` overrides. */
export const expectHeaders = (answer: Answer, more: Readonly<Record<string, unknown>> = {}): void => {
  expect(contractHeaders(answer)).toEqual({
    ...CORS,
    ...SECURITY,
    'cache-control': 'no-store, max-age=0',
    'x-stack-request-id': expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{16}$/) as unknown,
    ...more,
  });
};

/** The status that counts: the header says it when error statuses are overridden. */
const realStatus = ({ status, headers }: Answer): number =>
  Number(headers['x-stack-actual-status'] ?? status);

const checkError = (answer: Answer): void => {
  const type = answer.headers['content-type'];
  const code = answer.headers['x-stack-known-error'];
  const status = realStatus(answer);
  const override = answer.headers['x-stack-actual-status'];
  const more = override === undefined ? {} : { 'x-stack-actual-status': override };
  if (code === undefined) {
    expect(type, answer.text).toBe(TEXT_TYPE);
    const retry =
      status === 429 || status === 503 ? { 'retry-after': expect.stringMatching(/^\d+$/) as unknown } : {};
    expectHeaders(answer, { 'content-type': TEXT_TYPE, ...more, ...retry });
    return;
  }
  expectHeaders(answer, { 'content-type': JSON_TYPE, 'x-stack-known-error': code, ...more });
  expect(answer.body.code).toBe(code);
  expect(answer.body.error).toEqual(expect.any(String));
  const keys = Object.keys(answer.body as object).sort();
  expect(keys).toEqual('details' in answer.body ? ['code', 'details', 'error'] : ['code', 'error']);
  if ('details' in answer.body) expect(Object.keys(answer.body.details as object)).not.toEqual([]);
  expect(answer.text).toBe(JSON.stringify(answer.body, null, 2));
};

/** Rules that hold for whatever is asked. A 405 without a handler's headers is the framework's. */
const checkAnswer = (answer: Answer, path: string): void => {
  expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(500);
  const isHandled = answer.headers['x-stack-request-id'] !== undefined;
  if (!isHandled || !path.startsWith('/api/')) return;
  if (realStatus(answer) >= 400) {
    const oauthError =
      answer.headers['content-type'] === JSON_TYPE && answer.body.error_description !== undefined;
    if (!oauthError) checkError(answer);
  }
};

const parse = (text: string, type: string | undefined): Json =>
  type?.startsWith('application/json') && text !== '' ? (JSON.parse(text) as Json) : text;

/** Sends a request to a path of the deployment. */
export const send = async (method: string, path: string, options: Options = {}): Promise<Answer> => {
  const { query = {}, json, body } = options;
  const target = new URL(url() + path);
  for (const [name, value] of Object.entries(query)) target.searchParams.append(name, String(value));
  const headers = new Headers();
  for (const [name, value] of Object.entries(options.headers ?? {}))
    if (value !== undefined) headers.set(name, value);
  if (json !== undefined) headers.set('content-type', 'application/json');
  const sent = json === undefined ? body : JSON.stringify(json);
  // `fetch` would name a type of its own for a string.
  const bytes = typeof sent === 'string' ? new TextEncoder().encode(sent) : sent;
  const response = await fetch(target, {
    method,
    headers,
    body: bytes as BodyInit | undefined,
    redirect: 'manual',
  });
  const text = await response.text();
  const received = Object.fromEntries(response.headers);
  const answer = {
    status: response.status,
    headers: received,
    body: parse(text, received['content-type']),
    text,
  };
  checkAnswer(answer, path);
  return answer;
};

/** Sends a request below the base path. */
export const api = (method: string, path: string, options?: Options): Promise<Answer> =>
  send(method, `/api/v1${path}`, options);

/** A success with that status; answers its body. */
export const ok = (answer: Answer, status = 200): Json => {
  expect(answer.status, answer.text).toBe(status);
  return answer.body;
};

/** An error of the catalogue. Without `details` there must be none. */
export const expectKnown = (
  answer: Answer,
  ...expected: [status: number, code: string, details?: object]
): void => {
  const [status, code, details] = expected;
  expect({ status: answer.status, body: answer.body }).toEqual({
    status,
    body: { code, error: expect.any(String) as unknown, ...(details ? { details } : {}) },
  });
};

/** A plain sentence without a code. */
export const expectText = (answer: Answer, status: number): void => {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.headers['content-type']).toBe(TEXT_TYPE);
  expect(answer.headers).not.toHaveProperty('x-stack-known-error');
  expect(answer.text).not.toBe('');
};

/**
 * A `SCHEMA_ERROR` with exactly these reasons, in this order. Each is a prefix (`body.email`) or a pattern.
 */
export const expectSchemaError = (answer: Answer, ...expected: (string | RegExp)[]): void => {
  const message = String(answer.body.details?.message);
  expectKnown(answer, 400, 'SCHEMA_ERROR', { message: expect.any(String) as string });
  expect(answer.body.error).toBe(message);
  if (expected.length === 0) return;
  const [lead = '', ...lines] = message.split('\n');
  expect(lead).toMatch(/^.*(GET|POST|PUT|PATCH|DELETE) \/api\/(v1|latest)\S*:$/);
  const reasons = lines.filter((line) => line.startsWith('  - ')).map((line) => line.slice(4));
  expect(reasons).toEqual(
    expected.map(
      (one) => (one instanceof RegExp ? expect.stringMatching(one) : startingWith(one)) as unknown,
    ),
  );
};

/** A `SCHEMA_ERROR` with reasons about this field only, one or several. */
export const expectSchemaErrorOn = (answer: Answer, field: string): void => {
  const count = answer.text.split('\\n  - ').length - 1;
  expectSchemaError(answer, ...Array<string>(Math.max(1, count / 2)).fill(field));
};

const startingWith = (text: string): unknown =>
  expect.stringMatching(new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(\\W|$)`)) as unknown;
