import { systemCall, type CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import type { ListOwnedProjectsRequest, ProjectList } from '@portico/proto/identity/v1/projects';
import { SELECT_PROJECT, withConfig } from '../config/read-config.ts';
import type { IdentityDeps } from '../deps.ts';
import { requireInternalUser } from './internal-project.ts';
import { toProject } from './project.message.ts';

export const listOwnedProjects =
  ({ db, keyring, teams }: Pick<IdentityDeps, 'db' | 'keyring' | 'teams'>) =>
  async (_request: ListOwnedProjectsRequest, call: CallContext): Promise<ProjectList> => {
    const user_id = requireInternalUser(call);
    const owners = await teams.teams.listTeams({ user_id }, systemCall(call.project_id));
    const rows = await sql(db).query<Parameters<typeof withConfig>[1]>(
      `${SELECT_PROJECT}
       where p.owner_team_id = any($1::uuid[]) and b.branch_id = 'main'
       order by p.created_at_millis, p.project_id`,
      [owners.items.map((team) => team.id)],
    );
    const items = rows.map((row) => withConfig(keyring, row));
    return { items: items.map(({ project, config }) => toProject(project, config)) };
  };
