import { serverHeaders, clientHeaders, type Shape } from '../shape/shape.ts';
import pg from 'pg';
import { createHash, randomUUID } from 'node:crypto';
import {
  CODE_VERIFIER,
  codeOf,
  emailOf,
  REDIRECT_URI,
  userIdOf,
  type BenchSession,
  type CodeRange,
} from './traffic.ts';

export const PASSWORD = 'correct horse battery staple';

const post = async (
  url: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<Record<string, string>> => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`POST ${url} answered ${answer.status}: ${text}`);
  return JSON.parse(text) as Record<string, string>;
};

interface Copies {
  readonly table: string;
  /** Which rows of the sample user to copy; `$1` is its id. */
  readonly where: string;
  /** What is different in copy `i`. */
  readonly values: Readonly<Record<string, string>>;
  readonly sample_id: string;
  readonly count: number;
}

/** Copies rows of one user under new ids, so that the seed knows no more of the tables than it has to. */
const copyRows = async (
  client: pg.Client,
  { table, where, values, sample_id, count }: Copies,
): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  const copied = names.map((name) => values[name] ?? `sample."${name}"`);
  await client.query(
    `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')})
     select ${copied.join(', ')} from ${table} sample, generate_series(0, $2::int - 1) as i where ${where}`,
    [sample_id, count],
  );
};

const USER_ID = `('00000000-0000-4000-8000-' || lpad(to_hex(i), 12, '0'))::uuid`;
const EMAIL = `'user-' || i || '@bench.example'`;

/** Signs one user up through the API and copies that account, password hash included. */
export const seedUsers = async (shape: Shape, identity_url: string, count: number): Promise<void> => {
  const sample = await post(`${shape.url}/api/v1/auth/password/sign-up`, clientHeaders(shape.keys), {
    email: 'sample@bench.example',
    password: PASSWORD,
  });
  const client = new pg.Client({ connectionString: identity_url });
  await client.connect();
  try {
    const all = { sample_id: sample.user_id ?? '', count };
    const user = { id: USER_ID, search_text: EMAIL };
    await copyRows(client, { ...all, table: 'users', where: 'sample.id = $1', values: user });
    const channel = { id: 'gen_random_uuid()', user_id: USER_ID, value: EMAIL };
    await copyRows(client, {
      ...all,
      table: 'contact_channels',
      where: 'sample.user_id = $1',
      values: channel,
    });
    await client.query('analyze');
  } finally {
    await client.end();
  }
  await post(`${shape.url}/api/v1/auth/password/sign-in`, clientHeaders(shape.keys), {
    email: emailOf(count - 1),
    password: PASSWORD,
  });
};

/** Sessions of different users, made through the API. */
export const createSessions = async (shape: Shape, users: number, count: number): Promise<BenchSession[]> => {
  const sessions: BenchSession[] = [];
  for (let index = 0; index < count; index++) {
    const user_id = userIdOf(Math.floor((index * users) / count));
    const tokens = await post(`${shape.url}/api/v1/auth/sessions`, serverHeaders(shape.keys), { user_id });
    sessions.push({
      user_id,
      access_token: tokens.access_token ?? '',
      refresh_token: tokens.refresh_token ?? '',
    });
  }
  return sessions;
};

/** What has been written since the last time is known to the planner: else the limit would read whole tables. */
export const analyze = async (identity_url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: identity_url });
  await client.connect();
  await client.query('analyze').finally(() => client.end());
};

const sha256 = (text: string, encoding: 'hex' | 'base64url'): string =>
  createHash('sha256').update(text).digest(encoding);

/**
 * Authorization codes of different users, as the callback of a provider leaves them. Written to the table, because
 * a real one takes a person at a provider's page.
 */
export const createAuthorizationCodes = async (
  identity_url: string,
  users: number,
  count: number,
): Promise<CodeRange> => {
  const codes = { prefix: randomUUID(), count };
  const indexes = Array.from({ length: count }, (_, index) => index);
  const client = new pg.Client({ connectionString: identity_url });
  await client.connect();
  try {
    await client.query(
      `insert into oauth_authorization_codes (project_id, branch_id, code_hash, user_id, redirect_uri,
         code_challenge, code_challenge_method, is_new_user, expires_at_millis)
       select 'internal', 'main', given.code_hash, given.user_id, $3, $4, 'S256', false, $5
       from unnest($1::text[], $2::uuid[]) as given (code_hash, user_id)`,
      [
        indexes.map((index) => sha256(codeOf(codes, index), 'hex')),
        indexes.map((index) => userIdOf(index % users)),
        REDIRECT_URI,
        sha256(CODE_VERIFIER, 'base64url'),
        Date.now() + 3_600_000,
      ],
    );
    await client.query('analyze oauth_authorization_codes');
  } finally {
    await client.end();
  }
  return codes;
};
