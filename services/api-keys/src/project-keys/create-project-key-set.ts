import type { CallContext } from '@portico/platform/call';
import type { Clock } from '@portico/platform/clock';
import { transaction } from '@portico/platform/db/sql';
import { emit } from '@portico/platform/events/outbox';
import { newSecret, newUuid } from '@portico/platform/ids';
import type { CreateProjectKeySetRequest, ProjectKeySet } from '@portico/proto/apikeys/v1/project_keys';
import type { DataSource } from 'typeorm';
import { keyColumns } from './key-columns.ts';
import { ProjectKeySetEntity, type ProjectKeySetRow } from './project-key-set.entity.ts';
import { keySetCreated } from './project-key-set.events.ts';
import { toProjectKeySet, type KeyValues } from './project-key-set.message.ts';

type Deps = { db: DataSource; clock: Clock };

const newKeys = (req: CreateProjectKeySetRequest): KeyValues => ({
  ...(req.has_publishable_client_key && { publishable_client_key: `pck_${newSecret()}` }),
  ...(req.has_secret_server_key && { secret_server_key: `ssk_${newSecret()}` }),
  ...(req.has_super_secret_admin_key && { super_secret_admin_key: `sak_${newSecret()}` }),
});

/** The only answer that carries the keys themselves. */
export const createProjectKeySet =
  ({ db, clock }: Deps) =>
  async (req: CreateProjectKeySetRequest, call: CallContext): Promise<ProjectKeySet> => {
    const keys = newKeys(req);
    const row: ProjectKeySetRow = {
      project_id: call.project_id,
      id: newUuid(),
      description: req.description,
      created_at_millis: clock.now(),
      expires_at_millis: req.expires_at_millis,
      manually_revoked_at_millis: null,
      ...keyColumns(keys),
    };
    await transaction(db, async (tx) => {
      await tx.insert(ProjectKeySetEntity, row);
      await emit(tx, keySetCreated(row, call));
    });
    return toProjectKeySet(row, keys);
  };
