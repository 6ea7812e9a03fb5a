/** Brings the databases and project `internal` up to date, then ends. Runs before a new version starts. */
import { loadConfig } from '@portico/platform/config';
import { createLocalBus } from '@portico/platform/events/local-bus';
import { createLog } from '@portico/platform/log';
import { z } from 'zod';
import { bootstrap } from './bootstrap.ts';
import { settingsSchema } from './config.ts';
import { closeDatabases, openDatabases } from './databases.ts';
import { live } from './live.ts';
import { createServices } from './services.ts';

const schema = settingsSchema.extend({
  PORTICO_DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'expected postgres://'),
});

const migrateAll = async (): Promise<void> => {
  const settings = loadConfig(schema);
  const log = createLog({ name: 'migrate', level: settings.LOG_LEVEL });
  const databases = await openDatabases(settings.PORTICO_DATABASE_URL, log);
  try {
    // Not started: the events stay in the outbox until the services run.
    const { services } = createServices({ databases, bus: createLocalBus(), settings, log });
    await bootstrap(services, settings);
  } finally {
    await closeDatabases(databases);
  }
  process.stdout.write('The databases are up to date.\n');
};

live(async () => {
  await migrateAll();
  process.exit(0);
});
