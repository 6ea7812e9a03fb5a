/** Speaks the wire to a stack, and makes the projects and users that tests need. */
import { newUuid } from '@portico/platform/ids';
import { seeds, type Stack } from './stack.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed when it is JSON. */
  readonly body: Json;
}

// Tests look into answers of any shape.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any;

export interface Call {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is. */
  readonly raw?: string;
}

const parse = (text: string, type: string | null): Json =>
  type?.startsWith('application/json') ? (JSON.parse(text) as Json) : undefined;

/** `target` is `METHOD /path`, below the base path unless it starts with `//`. */
export const request = async (stack: Stack, target: string, call: Call = {}): Promise<Answer> => {
  const [method = 'GET', path = '/'] = target.split(' ', 2);
  const url = path.startsWith('//') ? path.slice(1) : `/api/v1${path === '/' ? '' : path}`;
  const json = call.body !== undefined;
  const response = await fetch(`${stack.url}${url}`, {
    method,
    redirect: 'manual',
    headers: { ...(json ? { 'content-type': 'application/json' } : {}), ...call.headers },
    body: json ? JSON.stringify(call.body) : call.raw,
  });
  const text = await response.text();
  const { status, headers } = response;
  return { status, headers, text, body: parse(text, headers.get('content-type')) };
};

type Access = 'client' | 'server' | 'admin';
type Keys = Readonly<Record<Access, string>>;

export const keyHeader = {
  client: 'x-stack-publishable-client-key',
  server: 'x-stack-secret-server-key',
  admin: 'x-stack-super-secret-admin-key',
};

export interface Project {
  readonly id: string;
  readonly keys: Keys;
  /** Headers of a caller; with the tokens of a user when given. */
  as(access: Access, tokens?: { access_token: string }): Record<string, string>;
}

const projectOf = (id: string, keys: Keys): Project => ({
  id,
  keys,
  as: (access, tokens) => ({
    'x-stack-project-id': id,
    'x-stack-access-type': access,
    [keyHeader[access]]: keys[access],
    ...(tokens ? { 'x-stack-access-token': tokens.access_token } : {}),
  }),
});

export const internal = projectOf('internal', {
  client: seeds.PORTICO_SEED_PUBLISHABLE_CLIENT_KEY,
  server: seeds.PORTICO_SEED_SECRET_SERVER_KEY,
  admin: seeds.PORTICO_SEED_SUPER_SECRET_ADMIN_KEY,
});

export interface SignedIn {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly user_id: string;
  readonly email: string;
  readonly password: string;
}

export const signUp = async (stack: Stack, project: Project): Promise<SignedIn> => {
  const email = `user-${newUuid()}@example.com`;
  const password = 'correct horse battery';
  const { status, body, text } = await request(stack, 'POST /auth/password/sign-up', {
    headers: project.as('client'),
    body: { email, password },
  });
  if (status !== 200) throw new Error(`sign-up failed: ${text}`);
  return { ...body, email, password };
};

/** A project of a new owner, with one key of each kind. */
export const newProject = async (
  stack: Stack,
  config: object = {},
): Promise<Project & { owner: SignedIn }> => {
  const owner = await signUp(stack, internal);
  const me = await request(stack, 'GET /users/me', { headers: internal.as('client', owner) });
  const created = await request(stack, 'POST /internal/projects', {
    headers: internal.as('client', owner),
    body: { display_name: 'Test', owner_team_id: me.body.selected_team_id, config },
  });
  if (created.status !== 201) throw new Error(`creating a project failed: ${created.text}`);
  const keys = await request(stack, 'POST /internal/api-keys', {
    headers: {
      'x-stack-project-id': created.body.id,
      'x-stack-access-type': 'admin',
      'x-stack-admin-access-token': owner.access_token,
    },
    body: {
      description: 'tests',
      expires_at_millis: Date.now() + 3_600_000,
      has_publishable_client_key: true,
      has_secret_server_key: true,
      has_super_secret_admin_key: true,
    },
  });
  if (keys.status !== 200) throw new Error(`creating keys failed: ${keys.text}`);
  const { publishable_client_key, secret_server_key, super_secret_admin_key } = keys.body;
  const all = { client: publishable_client_key, server: secret_server_key, admin: super_secret_admin_key };
  return { ...projectOf(created.body.id, all), owner };
};
