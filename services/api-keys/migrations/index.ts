import { outboxMigrations } from '@portico/platform/events/outbox';
import { CreateProjectKeySets20261120100000 } from './20261120100000-create-project-key-sets.ts';

export const migrations = [...outboxMigrations, CreateProjectKeySets20261120100000];
