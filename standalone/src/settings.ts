import { loadConfig } from '@portico/platform/config';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { ownFields, settingsSchema, type Settings } from './config.ts';
import { reservePort } from './listen.ts';
import { loadSecrets, prepareDataDir } from './secrets.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** Where the embedded database lies. */
export const postgresDir = (data_dir: string): string => join(data_dir, 'postgres');

/** The environment, with the keys of the data directory for those it does not name. */
export const withSecrets = (env: Env, data_dir: string): Env => {
  prepareDataDir(data_dir);
  const secrets = loadSecrets(data_dir, join(postgresDir(data_dir), 'cluster'));
  const given = Object.entries(env).filter(([, value]) => value?.trim());
  return { ...secrets, ...Object.fromEntries(given) };
};

/**
 * Makes the data directory and its keys at the first start.
 * @throws ConfigError naming the wrong variables; StartError for a taken port or an unusable data directory.
 */
export const loadSettings = async (env: Env): Promise<Settings> => {
  const own = loadConfig(z.object(ownFields), env);
  const data_dir = resolve(own.PORTICO_DATA_DIR);
  const port = await reservePort(own.PORTICO_PORT);
  const public_url = env.PORTICO_PUBLIC_URL?.trim() || `http://localhost:${port}`;
  const complete = {
    PORTICO_WEB_URL: public_url,
    ...withSecrets(env, data_dir),
    PORTICO_PUBLIC_URL: public_url,
    PORTICO_DATA_DIR: data_dir,
    PORTICO_PORT: String(port),
  };
  return loadConfig(settingsSchema, complete);
};
