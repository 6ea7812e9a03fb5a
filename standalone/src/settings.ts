import { loadConfig } from '@portico/platform/config';
import { newSecret } from '@portico/platform/ids';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { ownFields, settingsSchema, type Settings } from './config.ts';
import { reservePort } from './listen.ts';
import { SANDBOX_PATH } from './sandbox/issuer.ts';
import { loadSecrets, prepareDataDir } from './secrets.ts';

type OwnSettings = Readonly<z.infer<z.ZodObject<typeof ownFields>>>;

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

const isLocal = (public_url: string): boolean => {
  const hostname = URL.canParse(public_url) ? new URL(public_url).hostname : '';
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^127(\.\d{1,3}){3}$/.test(hostname);
};

/**
 * Names our own sandbox issuer, unless there is another one. It believes every address, so a deployment that
 * others can reach has to ask for it.
 */
const sandboxOf = (own: OwnSettings, public_url: string): Env => {
  const isOn =
    own.PORTICO_OAUTH_SANDBOX === 'auto' ? isLocal(public_url) : own.PORTICO_OAUTH_SANDBOX === 'on';
  if (!isOn) return {};
  const PORTICO_OAUTH_SANDBOX_ISSUER = `${public_url.replace(/\/+$/, '')}${SANDBOX_PATH}`;
  return { PORTICO_OAUTH_SANDBOX_ISSUER, PORTICO_OAUTH_SANDBOX_SECRET: newSecret() };
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
    ...sandboxOf(own, public_url),
    ...withSecrets(env, data_dir),
    PORTICO_PUBLIC_URL: public_url,
    PORTICO_DATA_DIR: data_dir,
    PORTICO_PORT: String(port),
  };
  return loadConfig(settingsSchema, complete);
};
