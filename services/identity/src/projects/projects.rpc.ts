import type { Rpcs } from '@portico/platform/grpc/unary';
import type { ProjectsServiceDefinition } from '@portico/proto/identity/v1/projects';
import type { IdentityDeps } from '../deps.ts';
import { bootstrap } from './bootstrap.ts';
import { checkProjectOwner } from './check-project-owner.ts';
import { createProject } from './create-project.ts';
import { deleteProject } from './delete-project.ts';
import { getProject } from './get-project.ts';
import { listOwnedProjects } from './list-owned-projects.ts';
import { updateProject } from './update-project.ts';

export const projectsRpcs = (deps: IdentityDeps): Rpcs<typeof ProjectsServiceDefinition> => ({
  getProject: getProject(deps),
  listOwnedProjects: listOwnedProjects(deps),
  createProject: createProject(deps),
  updateProject: updateProject(deps),
  deleteProject: deleteProject(deps),
  checkProjectOwner: checkProjectOwner(deps),
  bootstrap: bootstrap(deps),
});
