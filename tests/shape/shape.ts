import { randomBytes } from 'node:crypto';

/** A running Portico, whichever way it runs. */
export interface Shape {
  readonly url: string;
  readonly keys: ProjectKeys;
  /** Where the processes say what they count. */
  readonly metrics_urls: readonly string[];
  /** The processes of Portico itself. */
  pids(): number[];
  stop(): Promise<void>;
}

/** Keys of project `internal`. */
export interface ProjectKeys {
  readonly publishable_client_key: string;
  readonly secret_server_key: string;
  readonly super_secret_admin_key: string;
}

const newKey = (): string => randomBytes(24).toString('hex');

export const newProjectKeys = (): ProjectKeys => ({
  publishable_client_key: newKey(),
  secret_server_key: newKey(),
  super_secret_admin_key: newKey(),
});

export const seedVariables = (keys: ProjectKeys): Record<string, string> => ({
  PORTICO_SEED_PUBLISHABLE_CLIENT_KEY: keys.publishable_client_key,
  PORTICO_SEED_SECRET_SERVER_KEY: keys.secret_server_key,
  PORTICO_SEED_SUPER_SECRET_ADMIN_KEY: keys.super_secret_admin_key,
});

export const clientHeaders = (keys: ProjectKeys): Record<string, string> => ({
  'x-stack-access-type': 'client',
  'x-stack-project-id': 'internal',
  'x-stack-publishable-client-key': keys.publishable_client_key,
});

export const serverHeaders = (keys: ProjectKeys): Record<string, string> => ({
  'x-stack-access-type': 'server',
  'x-stack-project-id': 'internal',
  'x-stack-secret-server-key': keys.secret_server_key,
});

export const adminHeaders = (keys: ProjectKeys): Record<string, string> => ({
  'x-stack-access-type': 'admin',
  'x-stack-project-id': 'internal',
  'x-stack-super-secret-admin-key': keys.super_secret_admin_key,
});
