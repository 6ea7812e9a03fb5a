import type { CallContext } from '@portico/platform/call';
import type { GetProjectRequest, Project } from '@portico/proto/identity/v1/projects';
import { readConfig } from '../config/read-config.ts';
import type { IdentityDeps } from '../deps.ts';
import { toProject } from './project.message.ts';

export const getProject =
  (deps: Pick<IdentityDeps, 'db' | 'keyring'>) =>
  async (_request: GetProjectRequest, call: CallContext): Promise<Project> => {
    const { project, config } = await readConfig(deps, call);
    return toProject(project, config);
  };
