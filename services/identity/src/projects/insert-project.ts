import { systemCall, type CallContext } from '@portico/platform/call';
import { sql, transaction } from '@portico/platform/db/sql';
import { emit } from '@portico/platform/events/outbox';
import type { Project } from '@portico/proto/identity/v1/projects';
import type { EntityManager } from 'typeorm';
import type { ConfigObject } from '../config/config-node.ts';
import { sealOverride } from '../config/stored-config.ts';
import { toTeamSettings } from '../config/team-settings.ts';
import { configColumns } from '../config/write-config.ts';
import { eventOf, type IdentityDeps } from '../deps.ts';
import { insertSigningKeys } from '../signing-keys/insert-signing-keys.ts';
import { projectEntity, type ProjectColumns } from './project.entity.ts';
import { toProject } from './project.message.ts';

export interface NewProject {
  columns: ProjectColumns;
  override: ConfigObject;
  /** More work for the same transaction. */
  also?(tx: EntityManager): Promise<void>;
}

const FIRST_VERSION = 1;

/** Creates a project with its branch, keys and configuration. The id must be new. */
export const insertProject =
  ({ db, keyring, teams }: Pick<IdentityDeps, 'db' | 'keyring' | 'teams'>) =>
  async (call: CallContext, { columns, override, also }: NewProject): Promise<Project> => {
    const { project_id } = columns;
    const branch = { project_id, branch_id: 'main' };
    const { config, settings, settings_revision } = configColumns(override);
    // Before the project can be seen: with the teams service away nothing is created.
    await teams.provisioning.applyProjectSettings(
      toTeamSettings(config, FIRST_VERSION),
      systemCall(project_id),
    );
    const project = toProject(columns, config);
    await transaction(db, async (tx) => {
      await also?.(tx);
      await tx.insert(projectEntity, columns);
      await sql(tx).execute(
        `insert into branches
         (project_id, branch_id, config_override_sealed, config_version, settings, settings_revision)
         values ($1, $2, $3, $4, $5, $6)`,
        [
          project_id,
          branch.branch_id,
          sealOverride(keyring, branch, override),
          FIRST_VERSION,
          JSON.stringify(settings),
          settings_revision,
        ],
      );
      await insertSigningKeys(tx, { keyring, project_id, now: columns.created_at_millis });
      const event = { ...eventOf({ ...call, ...branch }, 'project.created', project_id) };
      await emit(tx, { ...event, data: { id: project_id, display_name: project.display_name } });
    });
    return project;
  };
