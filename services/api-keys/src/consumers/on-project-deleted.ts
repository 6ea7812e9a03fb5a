import type { Event } from '@portico/proto/events/v1/event';
import type { EntityManager } from 'typeorm';
import { ProjectKeySetEntity } from '../project-keys/project-key-set.entity.ts';

/** The owner of projects removes the keys itself; this repeats it in case it died in between. */
export const onProjectDeleted = async ({ project_id }: Event, tx: EntityManager): Promise<void> => {
  await tx.delete(ProjectKeySetEntity, { project_id });
};
