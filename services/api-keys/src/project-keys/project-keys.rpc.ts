import type { Clock } from '@portico/platform/clock';
import type { Rpcs } from '@portico/platform/grpc/unary';
import type { ProjectKeysServiceDefinition } from '@portico/proto/apikeys/v1/project_keys';
import type { DataSource } from 'typeorm';
import { checkProjectKey } from './check-project-key.ts';
import { createProjectKeySet } from './create-project-key-set.ts';
import { getProjectKeySet } from './get-project-key-set.ts';
import { listProjectKeySets } from './list-project-key-sets.ts';
import { removeProjectKeys } from './remove-project-keys.ts';
import { seedProjectKeySet } from './seed-project-key-set.ts';
import { updateProjectKeySet } from './update-project-key-set.ts';

type Deps = { db: DataSource; clock: Clock };

export const projectKeysRpcs = (deps: Deps): Rpcs<ProjectKeysServiceDefinition> => ({
  createProjectKeySet: createProjectKeySet(deps),
  seedProjectKeySet: seedProjectKeySet(deps),
  getProjectKeySet: getProjectKeySet(deps),
  listProjectKeySets: listProjectKeySets(deps),
  updateProjectKeySet: updateProjectKeySet(deps),
  checkProjectKey: checkProjectKey(deps),
  removeProjectKeys: removeProjectKeys(deps),
});
