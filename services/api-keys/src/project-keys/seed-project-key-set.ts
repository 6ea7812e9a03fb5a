import type { CallContext } from '@portico/platform/call';
import type { Clock } from '@portico/platform/clock';
import { transaction } from '@portico/platform/db/sql';
import { emit } from '@portico/platform/events/outbox';
import type { ProjectKeySet, SeedProjectKeySetRequest } from '@portico/proto/apikeys/v1/project_keys';
import type { DataSource } from 'typeorm';
import { keyColumns } from './key-columns.ts';
import { KEY_KINDS, ProjectKeySetEntity, type ProjectKeySetRow } from './project-key-set.entity.ts';
import { keySetCreated } from './project-key-set.events.ts';
import { toProjectKeySet } from './project-key-set.message.ts';

type Deps = { db: DataSource; clock: Clock };

const hasSameKeys = (one: ProjectKeySetRow, other: ProjectKeySetRow): boolean =>
  KEY_KINDS.every((kind) => one[`${kind}_hash`] === other[`${kind}_hash`]);

/**
 * Brings a set with keys from the deployment's settings up to date. A revoked set stays revoked over restarts,
 * until the settings name other keys.
 */
export const seedProjectKeySet =
  ({ db, clock }: Deps) =>
  async (req: SeedProjectKeySetRequest, call: CallContext): Promise<ProjectKeySet> => {
    const wanted: ProjectKeySetRow = {
      project_id: call.project_id,
      id: req.id,
      description: req.description,
      created_at_millis: clock.now(),
      expires_at_millis: req.expires_at_millis,
      manually_revoked_at_millis: null,
      ...keyColumns(req),
    };
    const row = await transaction(db, async (tx) => {
      const where = { project_id: call.project_id, id: req.id };
      const inserted = await tx
        .createQueryBuilder()
        .insert()
        .into(ProjectKeySetEntity)
        .values(wanted)
        .orIgnore()
        .returning('id')
        .execute();
      if ((inserted.raw as unknown[]).length > 0) {
        await emit(tx, keySetCreated(wanted, call));
        return wanted;
      }
      const lock = { mode: 'pessimistic_write' } as const;
      const found = await tx.findOneOrFail(ProjectKeySetEntity, { where, lock });
      const updated = {
        ...wanted,
        created_at_millis: found.created_at_millis,
        manually_revoked_at_millis: hasSameKeys(found, wanted) ? found.manually_revoked_at_millis : null,
      };
      await tx.update(ProjectKeySetEntity, where, updated);
      return updated;
    });
    return toProjectKeySet(row);
  };
