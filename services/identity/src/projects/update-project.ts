import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { emit } from '@portico/platform/events/outbox';
import type { Project, UpdateProjectRequest } from '@portico/proto/identity/v1/projects';
import type { EntityManager } from 'typeorm';
import { mergeOverride } from '../config/merge-override.ts';
import { readConfig } from '../config/read-config.ts';
import { writeConfig } from '../config/write-config.ts';
import { eventOf, type IdentityDeps } from '../deps.ts';
import { insertImage } from '../images/prepare-image.ts';
import { checkTheme } from './check-theme.ts';
import { configKeys, toOverride } from './config-payload.ts';
import { prepareLogos } from './prepare-logos.ts';
import { projectEntity, type ProjectColumns } from './project.entity.ts';
import { toProject } from './project.message.ts';

const plainChanges = (project: Project | undefined, mask: readonly string[]): Partial<ProjectColumns> => ({
  ...(mask.includes('display_name') && { display_name: project?.display_name ?? '' }),
  ...(mask.includes('description') && { description: project?.description ?? '' }),
  ...(mask.includes('is_production_mode') && { is_production_mode: project?.is_production_mode ?? false }),
});

export const updateProject =
  (deps: Pick<IdentityDeps, 'db' | 'keyring' | 'teams' | 'clock' | 'config'>) =>
  async ({ project, update_mask }: UpdateProjectRequest, call: CallContext): Promise<Project> => {
    const keys = configKeys(update_mask);
    if (update_mask.length === 0) {
      const current = await readConfig(deps, call);
      return toProject(current.project, current.config);
    }
    const { project_id, branch_id } = call;
    const added = toOverride(project?.config, keys);
    const logos = await prepareLogos(deps, { project, mask: update_mask });
    const changes = { ...plainChanges(project, update_mask), ...logos.urls };

    const also = async (tx: EntityManager): Promise<void> => {
      const owner = { project_id, branch_id, now: deps.clock.now() };
      for (const image of logos.uploads) await insertImage(tx, image, owner);
      if (Object.keys(changes).length > 0) await tx.update(projectEntity, { project_id }, changes);
      const event = eventOf(call, 'project.updated', project_id);
      await emit(tx, { ...event, data: { id: project_id, fields: [...update_mask] } });
    };
    const config = await writeConfig(deps)(call, {
      change: (stored) => {
        const override = mergeOverride(stored, added);
        checkTheme(override, keys);
        return override;
      },
      also,
    });
    const [row] = await sql(deps.db).query<ProjectColumns>('select * from projects where project_id = $1', [
      project_id,
    ]);
    return toProject(row as ProjectColumns, config);
  };
