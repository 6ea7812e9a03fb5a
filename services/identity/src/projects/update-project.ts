import type { CallContext } from '@portico/platform/call';
import { sql, transaction } from '@portico/platform/db/sql';
import { emit } from '@portico/platform/events/outbox';
import { knownErrors } from '@portico/platform/known-errors';
import type { Project, UpdateProjectRequest } from '@portico/proto/identity/v1/projects';
import type { EntityManager } from 'typeorm';
import type { ConfigObject } from '../config/config-node.ts';
import { mergeOverride } from '../config/merge-override.ts';
import { readConfig } from '../config/read-config.ts';
import { writeConfig } from '../config/write-config.ts';
import { eventOf, type IdentityDeps } from '../deps.ts';
import { insertImage } from '../images/prepare-image.ts';
import { checkTheme } from './check-theme.ts';
import { configKeys, toOverride } from './config-payload.ts';
import { keepOpenIdProviders } from './keep-openid-providers.ts';
import { prepareLogos, type Logos } from './prepare-logos.ts';
import { projectEntity, type ProjectColumns } from './project.entity.ts';
import { toProject } from './project.message.ts';

const plainChanges = (project: Project | undefined, mask: readonly string[]): Partial<ProjectColumns> => ({
  ...(mask.includes('display_name') && { display_name: project?.display_name ?? '' }),
  ...(mask.includes('description') && { description: project?.description ?? '' }),
  ...(mask.includes('is_production_mode') && { is_production_mode: project?.is_production_mode ?? false }),
});

type Deps = Pick<IdentityDeps, 'db' | 'keyring' | 'teams' | 'clock' | 'config'>;

/** Fields outside the configuration, and the event; in the transaction that changes the rest. */
const writePlain =
  (call: CallContext, { mask, changes, logos, now }: PlainWrite) =>
  async (tx: EntityManager): Promise<void> => {
    const { project_id, branch_id } = call;
    const rows = await sql(tx).query('select 1 from projects where project_id = $1 for update', [project_id]);
    if (rows.length === 0) throw knownErrors.CURRENT_PROJECT_NOT_FOUND({ project_id });
    for (const image of logos.uploads) await insertImage(tx, image, { project_id, branch_id, now });
    if (Object.keys(changes).length > 0) await tx.update(projectEntity, { project_id }, changes);
    await emit(tx, {
      ...eventOf(call, 'project.updated', project_id),
      data: { id: project_id, fields: [...mask] },
    });
  };

interface PlainWrite {
  mask: readonly string[];
  changes: Partial<ProjectColumns>;
  logos: Logos;
  now: number;
}

export const updateProject =
  (deps: Deps) =>
  async ({ project, update_mask: mask }: UpdateProjectRequest, call: CallContext): Promise<Project> => {
    if (mask.length > 0) {
      const keys = configKeys(mask);
      const added = toOverride(project?.config, keys, deps.config);
      const logos = await prepareLogos(deps, { project, mask });
      const changes = { ...plainChanges(project, mask), ...logos.urls };
      const also = writePlain(call, { mask, changes, logos, now: deps.clock.now() });
      const change = (stored: ConfigObject): ConfigObject => {
        const override = mergeOverride(stored, keepOpenIdProviders(stored, added));
        checkTheme(override, keys);
        return override;
      };
      if (keys.length > 0) await writeConfig(deps)(call, { change, also });
      else await transaction(deps.db, also);
    }
    const current = await readConfig(deps, call);
    return toProject(current.project, current.config);
  };
