import type { CallContext } from '@portico/platform/call';
import type { ProjectKeysRemoved, RemoveProjectKeysRequest } from '@portico/proto/apikeys/v1/project_keys';
import type { DataSource } from 'typeorm';
import { ProjectKeySetEntity } from './project-key-set.entity.ts';

type Deps = { db: DataSource };

/** Called by the owner of projects when one is deleted. */
export const removeProjectKeys =
  ({ db }: Deps) =>
  async (_req: RemoveProjectKeysRequest, { project_id }: CallContext): Promise<ProjectKeysRemoved> => {
    await db.manager.delete(ProjectKeySetEntity, { project_id });
    return {};
  };
