import type { AccessType, CallContext } from '@portico/platform/call';
import type { Clock } from '@portico/platform/clock';
import { sql } from '@portico/platform/db/sql';
import { sha256Hex } from '@portico/platform/hash';
import type { CheckProjectKeyRequest, ProjectKeyChecked } from '@portico/proto/apikeys/v1/project_keys';
import type { DataSource } from 'typeorm';
import type { KeyKind } from './project-key-set.entity.ts';

type Deps = { db: DataSource; clock: Clock };

const KIND_OF: Record<AccessType, KeyKind> = {
  client: 'publishable_client_key',
  server: 'secret_server_key',
  admin: 'super_secret_admin_key',
};

const isAccessType = (text: string): text is AccessType => Object.hasOwn(KIND_OF, text);

const statements = Object.fromEntries(
  Object.values(KIND_OF).map((kind) => [
    kind,
    `SELECT expires_at_millis FROM project_key_sets
     WHERE ${kind}_hash = $1 AND project_id = $2 AND manually_revoked_at_millis IS NULL AND expires_at_millis > $3`,
  ]),
) as Record<KeyKind, string>;

/** One round trip. Unknown, foreign, revoked and expired keys cost the same work and answer alike. */
export const checkProjectKey =
  ({ db, clock }: Deps) =>
  async ({ access_type, key }: CheckProjectKeyRequest, call: CallContext): Promise<ProjectKeyChecked> => {
    if (!isAccessType(access_type)) return { is_valid: false };
    const values = [sha256Hex(key), call.project_id, clock.now()];
    const kind = KIND_OF[access_type];
    const [found] = await sql(db).query<{ expires_at_millis: number }>(statements[kind], values, {
      name: `check_${kind}`,
    });
    return { is_valid: found !== undefined, expires_at_millis: found?.expires_at_millis };
  };
