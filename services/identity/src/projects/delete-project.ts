import { systemCall, type CallContext } from '@portico/platform/call';
import { sql, transaction } from '@portico/platform/db/sql';
import { statusError } from '@portico/platform/errors';
import { emit } from '@portico/platform/events/outbox';
import { knownErrors } from '@portico/platform/known-errors';
import type { DeleteProjectRequest, ProjectDeleted } from '@portico/proto/identity/v1/projects';
import { eventOf, type IdentityDeps } from '../deps.ts';
import { INTERNAL_PROJECT } from './internal-project.ts';

/**
 * Makes the project unknown at once. What belonged to it is removed from the other services right away
 * and from the tables here by the consumer of the event, which also repeats what a service that was
 * down has missed.
 */
export const deleteProject =
  ({ db, teams, api_keys, email, log }: Pick<IdentityDeps, 'db' | 'teams' | 'api_keys' | 'email' | 'log'>) =>
  async (_request: DeleteProjectRequest, call: CallContext): Promise<ProjectDeleted> => {
    const { project_id } = call;
    if (project_id === INTERNAL_PROJECT) {
      throw statusError(400, 'The project "internal" cannot be deleted.');
    }
    await transaction(db, async (tx) => {
      const deleted = await sql(tx).execute('delete from projects where project_id = $1', [project_id]);
      if (deleted === 0) throw knownErrors.CURRENT_PROJECT_NOT_FOUND({ project_id });
      await sql(tx).execute('delete from branches where project_id = $1', [project_id]);
      await sql(tx).execute('delete from signing_keys where project_id = $1', [project_id]);
      await emit(tx, { ...eventOf(call, 'project.deleted', project_id), data: { id: project_id } });
    });
    const system = systemCall(project_id, call.branch_id);
    const removals = [
      teams.provisioning.removeProject({}, system),
      api_keys.project_keys.removeProjectKeys({}, system),
      email?.inbox.removeProjectMail({}, system),
    ];
    for (const removal of await Promise.allSettled(removals)) {
      if (removal.status === 'rejected')
        log.warn({ err: removal.reason, project_id }, 'removal is left to the event');
    }
    return {};
  };
