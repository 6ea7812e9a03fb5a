import type { CallContext } from '@portico/platform/call';
import { knownErrors } from '@portico/platform/known-errors';
import type { GetProjectKeySetRequest, ProjectKeySet } from '@portico/proto/apikeys/v1/project_keys';
import type { DataSource } from 'typeorm';
import { ProjectKeySetEntity } from './project-key-set.entity.ts';
import { toProjectKeySet } from './project-key-set.message.ts';

type Deps = { db: DataSource };

export const getProjectKeySet =
  ({ db }: Deps) =>
  async ({ id }: GetProjectKeySetRequest, { project_id }: CallContext): Promise<ProjectKeySet> => {
    const row = await db.manager.findOneBy(ProjectKeySetEntity, { project_id, id });
    // Another project's set answers like a missing one.
    if (!row) throw knownErrors.API_KEY_NOT_FOUND();
    return toProjectKeySet(row);
  };
