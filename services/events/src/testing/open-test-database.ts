import { openDatabase } from '@portico/platform/db/data-source';
import { migrate } from '@portico/platform/db/migrate';
import { createTestDatabase } from '@portico/platform/testing/postgres';
import type { DataSource } from 'typeorm';
import { database } from '../service.ts';

export const openTestDatabase = async (name: string): Promise<DataSource> => {
  const db = await openDatabase({ ...database, url: createTestDatabase(name) });
  await migrate(db);
  return db;
};
