import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { knownErrors } from '@portico/platform/known-errors';
import { tenant, type Db, type IdentityDeps } from '../deps.ts';
import type { ProjectColumns } from '../projects/project.entity.ts';
import type { ConfigObject } from './config-node.ts';
import { renderConfig } from './render-config.ts';
import type { BranchSettings } from './settings.ts';
import { openOverride } from './stored-config.ts';

export interface ProjectAndConfig {
  project: ProjectColumns;
  config: ConfigObject;
}

type Row = ProjectColumns & { branch_id: string; config_override_sealed: string };

export const SELECT_PROJECT = `
  select p.*, b.branch_id, b.config_override_sealed
  from projects p join branches b on b.project_id = p.project_id`;

export const withConfig = (keyring: IdentityDeps['keyring'], row: Row): ProjectAndConfig => ({
  project: row,
  config: renderConfig(openOverride(keyring, row)),
});

/** The project of the call and its whole configuration, secrets included. */
export const readConfig = async (
  { db, keyring }: Pick<IdentityDeps, 'keyring'> & { db: Db },
  call: CallContext,
): Promise<ProjectAndConfig> => {
  const [row] = await sql(db).query<Row>(
    `${SELECT_PROJECT} where p.project_id = $1 and b.branch_id = $2`,
    tenant(call),
  );
  if (!row) throw knownErrors.CURRENT_PROJECT_NOT_FOUND({ project_id: call.project_id });
  return withConfig(keyring, row);
};

/** The part requests live by. Statements that read more join `branches` themselves. */
export const readSettings = async (db: Db, call: CallContext): Promise<BranchSettings> => {
  const [row] = await sql(db).query<{ settings: BranchSettings }>(
    'select settings from branches where project_id = $1 and branch_id = $2',
    tenant(call),
    { name: 'read_settings' },
  );
  if (!row) throw knownErrors.CURRENT_PROJECT_NOT_FOUND({ project_id: call.project_id });
  return row.settings;
};
