/** Keys that are made once, at the first start, and kept beside the data. */
import { StartError } from '@portico/platform/errors';
import { newSecret } from '@portico/platform/ids';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { seedFields } from './config.ts';

const secretsSchema = z.object({ PORTICO_ENCRYPTION_KEYS: z.string().min(1), ...seedFields });

export type Secrets = z.infer<typeof secretsSchema>;

const newSecrets = (): Secrets => ({
  PORTICO_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  PORTICO_SEED_PUBLISHABLE_CLIENT_KEY: `pck_${newSecret()}`,
  PORTICO_SEED_SECRET_SERVER_KEY: `ssk_${newSecret()}`,
  PORTICO_SEED_SUPER_SECRET_ADMIN_KEY: `sak_${newSecret()}`,
});

const readSecrets = (path: string): Secrets => {
  try {
    return secretsSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new StartError(`The keys in ${path} cannot be read; restore the file from a backup.`);
  }
};

/** Renamed into place, so that a kill leaves a whole file or none. */
const writeSecrets = (path: string, secrets: Secrets): void => {
  writeFileSync(`${path}.new`, `${JSON.stringify(secrets, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
};

/** `mkdir -p`. Node's own never returns where the kernel refuses with ENOENT, as it does below `/proc`. */
const makeDir = (path: string): void => {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeDir(parent);
  mkdirSync(path);
};

/** @throws StartError when the folder cannot be made or written. */
export const prepareDataDir = (data_dir: string): void => {
  try {
    makeDir(data_dir);
    readdirSync(data_dir);
    accessSync(data_dir, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `The data directory ${data_dir} cannot be written (${code}); set PORTICO_DATA_DIR to another.`,
    );
  }
};

/**
 * @param cluster where the embedded database lies; when it is there, making a new encryption key would lose its secrets.
 * @throws StartError when the file is damaged, or missing although there is data.
 */
export const loadSecrets = (data_dir: string, cluster: string): Secrets => {
  const path = join(data_dir, 'secrets.json');
  if (existsSync(path)) return readSecrets(path);
  if (existsSync(cluster)) {
    throw new StartError(`${path} is missing, and without it the data in ${data_dir} cannot be read.`);
  }
  const secrets = newSecrets();
  writeSecrets(path, secrets);
  return secrets;
};
