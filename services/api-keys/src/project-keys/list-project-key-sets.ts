import type { CallContext } from '@portico/platform/call';
import type { ListProjectKeySetsRequest, ProjectKeySetList } from '@portico/proto/apikeys/v1/project_keys';
import type { DataSource } from 'typeorm';
import { ProjectKeySetEntity } from './project-key-set.entity.ts';
import { toProjectKeySet } from './project-key-set.message.ts';

type Deps = { db: DataSource };

/** Newest first. */
export const listProjectKeySets =
  ({ db }: Deps) =>
  async (_req: ListProjectKeySetsRequest, { project_id }: CallContext): Promise<ProjectKeySetList> => {
    const rows = await db.manager.find(ProjectKeySetEntity, {
      where: { project_id },
      order: { created_at_millis: 'DESC', id: 'DESC' },
    });
    return { items: rows.map((row) => toProjectKeySet(row)) };
  };
