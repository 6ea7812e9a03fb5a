import { outboxMigrations } from '@portico/platform/events/outbox';
import { CreateAuditLog20261120100000 } from './20261120100000-create-audit-log.ts';
import { AppendAuditLogEntry20261120100100 } from './20261120100100-append-audit-log-entry.ts';

export const migrations = [
  ...outboxMigrations,
  CreateAuditLog20261120100000,
  AppendAuditLogEntry20261120100100,
];
