import type { Rpcs } from '@portico/platform/grpc/unary';
import type { AuditLogServiceDefinition } from '@portico/proto/events/v1/audit_log';
import type { DataSource } from 'typeorm';
import { listAuditLog } from './list-audit-log.ts';
import { verifyAuditLog } from './verify-audit-log.ts';

type Deps = { db: DataSource };

export const auditLogRpcs = (deps: Deps): Rpcs<AuditLogServiceDefinition> => ({
  listAuditLog: listAuditLog(deps),
  verifyAuditLog: verifyAuditLog(deps),
});
