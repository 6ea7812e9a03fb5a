import { systemCall, type CallContext } from '@portico/platform/call';
import { newUuid } from '@portico/platform/ids';
import { knownErrors } from '@portico/platform/known-errors';
import type { CreateProjectRequest, Project } from '@portico/proto/identity/v1/projects';
import { mergeOverride } from '../config/merge-override.ts';
import type { IdentityDeps } from '../deps.ts';
import { insertImage } from '../images/prepare-image.ts';
import { userExistsIn } from '../users/user-exists.ts';
import { checkTheme } from './check-theme.ts';
import { configKeys, toOverride } from './config-payload.ts';
import { initialConfig } from './initial-config.ts';
import { insertProject } from './insert-project.ts';
import { requireInternalUser } from './internal-project.ts';
import { prepareLogos } from './prepare-logos.ts';

export const createProject =
  (deps: Pick<IdentityDeps, 'db' | 'keyring' | 'teams' | 'clock' | 'config'>) =>
  async (request: CreateProjectRequest, call: CallContext): Promise<Project> => {
    const { db, teams, clock } = deps;
    const user_id = requireInternalUser(call);
    if (!(await userExistsIn(db, call, user_id))) throw knownErrors.USER_NOT_FOUND();
    const { project, update_mask } = request;
    const team_id = project?.owner_team_id ?? '';
    const membership = { team_id, user_id };
    const { is_member } = await teams.memberships.checkMembership(membership, systemCall('internal'));
    if (!is_member) throw knownErrors.TEAM_MEMBERSHIP_NOT_FOUND(membership);
    const logos = await prepareLogos(deps, { project, mask: update_mask });

    const keys = configKeys(update_mask);
    const override = mergeOverride(initialConfig(), toOverride(project?.config, keys, deps.config));
    checkTheme(override, keys);
    const project_id = newUuid();
    return insertProject(deps)(call, {
      override,
      columns: {
        project_id,
        display_name: project?.display_name ?? '',
        description: project?.description ?? '',
        logo_url: logos.urls.logo_url ?? null,
        full_logo_url: logos.urls.full_logo_url ?? null,
        is_production_mode: project?.is_production_mode ?? false,
        owner_team_id: team_id,
        created_at_millis: clock.now(),
      },
      also: async (tx) => {
        const owner = { project_id, branch_id: 'main', now: clock.now() };
        for (const image of logos.uploads) await insertImage(tx, image, owner);
      },
    });
  };
