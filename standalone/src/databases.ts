/** The database of every service, on one PostgreSQL server. */
import { database as apiKeys } from '@portico/api-keys/service';
import { database as email } from '@portico/email/service';
import { database as events } from '@portico/events/service';
import { database as identity } from '@portico/identity/service';
import { openDatabase } from '@portico/platform/db/data-source';
import { migrate } from '@portico/platform/db/migrate';
import type { Log } from '@portico/platform/log';
import { database as teamsPermissions } from '@portico/teams-permissions/service';
import type { DataSource } from 'typeorm';

const definitions = { identity, teams_permissions: teamsPermissions, api_keys: apiKeys, email, events };

export type Databases = Readonly<Record<keyof typeof definitions, DataSource>>;

export const closeDatabases = async (databases: Partial<Databases>): Promise<void> => {
  await Promise.all(Object.values(databases).map((db) => db.destroy()));
};

/**
 * Opens all of them with their schema up to date.
 * @throws StartError when the server cannot be reached.
 */
export const openDatabases = async (url: string, log: Log): Promise<Databases> => {
  const opened: Partial<Record<keyof Databases, DataSource>> = {};
  const open = async (name: keyof Databases): Promise<void> => {
    const db = await openDatabase({ url, ...definitions[name], log });
    opened[name] = db;
    await migrate(db);
  };
  const results = await Promise.allSettled((Object.keys(definitions) as (keyof Databases)[]).map(open));
  const failed = results.find((result) => result.status === 'rejected');
  if (!failed) return opened as Databases;
  await closeDatabases(opened);
  throw failed.reason;
};
