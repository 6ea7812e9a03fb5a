import type { CallContext } from '@portico/platform/call';
import type { Clock } from '@portico/platform/clock';
import { transaction } from '@portico/platform/db/sql';
import { emit } from '@portico/platform/events/outbox';
import { knownErrors } from '@portico/platform/known-errors';
import type { ProjectKeySet, UpdateProjectKeySetRequest } from '@portico/proto/apikeys/v1/project_keys';
import type { DataSource } from 'typeorm';
import { ProjectKeySetEntity } from './project-key-set.entity.ts';
import { keySetRevoked } from './project-key-set.events.ts';
import { toProjectKeySet } from './project-key-set.message.ts';

type Deps = { db: DataSource; clock: Clock };

/** Revoking again keeps the time of the first revocation. */
export const updateProjectKeySet =
  ({ db, clock }: Deps) =>
  async (req: UpdateProjectKeySetRequest, call: CallContext): Promise<ProjectKeySet> => {
    const where = { project_id: call.project_id, id: req.id };
    const row = await transaction(db, async (tx) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const found = await tx.findOne(ProjectKeySetEntity, { where, lock });
      if (!found) throw knownErrors.API_KEY_NOT_FOUND();
      const isNewlyRevoked = req.revoked && found.manually_revoked_at_millis === null;
      const updated = {
        ...found,
        description: req.description ?? found.description,
        manually_revoked_at_millis: isNewlyRevoked ? clock.now() : found.manually_revoked_at_millis,
      };
      await tx.update(ProjectKeySetEntity, where, updated);
      if (isNewlyRevoked) await emit(tx, keySetRevoked(updated, call));
      return updated;
    });
    return toProjectKeySet(row);
  };
