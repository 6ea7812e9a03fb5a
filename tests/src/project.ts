/** Projects, users and what they send, for tests that each want their own. */
import { randomBytes, randomUUID } from 'node:crypto';
import { api, ok, type Answer, type Json, type Options } from './client.ts';

export type AccessType = 'client' | 'server' | 'admin';

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

export interface User extends Tokens {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

type More = Omit<Options, 'json'>;

/** A caller: the same headers on every request. */
export interface Caller {
  readonly headers: Readonly<Record<string, string | undefined>>;
  get(path: string, options?: More): Promise<Answer>;
  post(path: string, json?: unknown, options?: More): Promise<Answer>;
  patch(path: string, json?: unknown, options?: More): Promise<Answer>;
  delete(path: string, options?: More): Promise<Answer>;
}

export const createCaller = (headers: Caller['headers']): Caller => {
  const request =
    (method: string, json?: unknown) =>
    (path: string, options: More = {}) =>
      api(method, path, { ...options, json, headers: { ...headers, ...options.headers } });
  return {
    headers,
    get: request('GET'),
    post: (path, json, options) => request('POST', json)(path, options),
    patch: (path, json, options) => request('PATCH', json)(path, options),
    delete: request('DELETE'),
  };
};

export interface Keys {
  readonly publishable_client_key: string;
  readonly secret_server_key: string;
  readonly super_secret_admin_key: string;
}

const KEY_OF = {
  client: 'publishable_client_key',
  server: 'secret_server_key',
  admin: 'super_secret_admin_key',
} as const satisfies Record<AccessType, keyof Keys>;

/** The header of a key. */
export const keyHeader = (type: AccessType): string => `x-stack-${KEY_OF[type].replaceAll('_', '-')}`;

export interface Project {
  readonly id: string;
  readonly keys: Keys;
  /** A caller of an access type; with a user's access token when given. */
  as(type: AccessType, user?: { access_token: string }): Caller;
  readonly client: Caller;
  readonly server: Caller;
  readonly admin: Caller;
  /** A new user with a password and a session. */
  signUp(email?: string): Promise<User>;
  /** A user made by the server, without sign-in. */
  newUser(fields?: object): Promise<string>;
  newTeam(fields?: object): Promise<string>;
  /** A new session of a user, made by the server. */
  newSession(user_id: string): Promise<Tokens>;
}

export const newEmail = (): string => `user-${randomBytes(8).toString('hex')}@example.com`;
export const PASSWORD = 'correct horse battery';

export const projectOf = (id: string, keys: Keys): Project => {
  const as = (type: AccessType, user?: { access_token: string }) =>
    createCaller({
      'x-stack-access-type': type,
      'x-stack-project-id': id,
      [keyHeader(type)]: keys[KEY_OF[type]],
      'x-stack-access-token': user?.access_token,
    });
  const [client, server, admin] = [as('client'), as('server'), as('admin')];
  const create = async (path: string, fields: object): Promise<string> =>
    ok(await server.post(path, fields), 201).id as string;
  return {
    id,
    keys,
    as,
    client,
    server,
    admin,
    signUp: async (email = newEmail()) => {
      const body: Json = ok(await client.post('/auth/password/sign-up', { email, password: PASSWORD }));
      const { access_token, refresh_token, user_id } = body as Tokens & { user_id: string };
      return { id: user_id, email: email.toLowerCase(), password: PASSWORD, access_token, refresh_token };
    },
    newUser: (fields = {}) => create('/users', fields),
    newTeam: (fields = {}) => create('/teams', { display_name: 'Team', ...fields }),
    newSession: async (user_id) => ok(await server.post('/auth/sessions', { user_id })) as Tokens,
  };
};

const variable = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set.`);
  return value;
};

/** The project whose users own the others. */
export const internalProject = (): Project =>
  projectOf('internal', {
    publishable_client_key: variable('PORTICO_SEED_PUBLISHABLE_CLIENT_KEY'),
    secret_server_key: variable('PORTICO_SEED_SECRET_SERVER_KEY'),
    super_secret_admin_key: variable('PORTICO_SEED_SUPER_SECRET_ADMIN_KEY'),
  });

export interface Owner extends User {
  readonly team_id: string;
  /** A client of project `internal`, signed in as the owner. */
  readonly caller: Caller;
}

/** A new user of project `internal`, who owns what its personal team owns. */
export const newOwner = async (): Promise<Owner> => {
  const internal = internalProject();
  const user = await internal.signUp();
  const caller = internal.as('client', user);
  const { selected_team_id } = ok(await caller.get('/users/me')) as { selected_team_id: string };
  return { ...user, team_id: selected_team_id, caller };
};

/** An owner at work on one of the owner's projects: no key, but the owner's own token. */
export const ownerOf = (
  project_id: string,
  owner: { access_token: string },
  type: AccessType = 'admin',
): Caller =>
  createCaller({
    'x-stack-access-type': type,
    'x-stack-project-id': project_id,
    'x-stack-admin-access-token': owner.access_token,
  });

export const IN_AN_HOUR = () => Date.now() + 3_600_000;

export const newKeySet = async (caller: Caller, fields: object = {}): Promise<Keys & { id: string }> => {
  const wanted = {
    description: 'tests',
    expires_at_millis: IN_AN_HOUR(),
    has_publishable_client_key: true,
    has_secret_server_key: true,
    has_super_secret_admin_key: true,
  };
  return ok(await caller.post('/internal/api-keys', { ...wanted, ...fields })) as Keys & { id: string };
};

/** A project with keys. `config` holds the flat settings of the wire. */
export const newProject = async (config: object = {}, owner?: Owner): Promise<Project> => {
  const { caller, team_id, access_token } = owner ?? (await newOwner());
  const body = { display_name: 'Test project', owner_team_id: team_id, config };
  const { id } = ok(await caller.post('/internal/projects', body), 201) as { id: string };
  return projectOf(id, await newKeySet(ownerOf(id, { access_token })));
};

/** Writes configuration keys that the flat settings lack. */
export const overrideConfig = async (project: Project, override: object): Promise<void> => {
  ok(
    await project.admin.patch('/internal/config/override', {
      config_override_string: JSON.stringify(override),
    }),
  );
};

export const newUuid = (): string => randomUUID();
