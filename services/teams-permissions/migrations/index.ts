import { outboxMigrations } from '@portico/platform/events/outbox';
import { CreateProjectSettings20261120110000 } from './20261120110000-create-project-settings.ts';
import { CreateTeams20261120110100 } from './20261120110100-create-teams.ts';
import { CreateGrants20261120110200 } from './20261120110200-create-grants.ts';

export const migrations = [
  ...outboxMigrations,
  CreateProjectSettings20261120110000,
  CreateTeams20261120110100,
  CreateGrants20261120110200,
];
