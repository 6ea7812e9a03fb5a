import { outboxMigrations } from '@portico/platform/events/outbox';
import { CreateAuditLog20261120100000 } from './20261120100000-create-audit-log.ts';

export const migrations = [...outboxMigrations, CreateAuditLog20261120100000];
