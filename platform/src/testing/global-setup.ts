/** vitest `globalSetup`: one PostgreSQL for the whole run, unless `PORTICO_TEST_DATABASE_URL` names one. */
import { startTestPostgres } from './postgres.ts';

export const setup = async (): Promise<(() => Promise<void>) | undefined> => {
  if (process.env.PORTICO_TEST_DATABASE_URL) return undefined;
  const server = await startTestPostgres();
  // Test processes are forked after this and inherit it.
  process.env.PORTICO_TEST_DATABASE_URL = server.url;
  return () => server.stop();
};
