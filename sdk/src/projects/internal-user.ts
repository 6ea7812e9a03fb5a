import type { AsyncValue } from '../cache/async-value.ts';
import { withHooks } from '../cache/hooks.ts';
import type { Session } from '../sessions/session.ts';
import type { UserScope } from '../users/user-scope.ts';
import type { AdminProjectRead } from '../wire/project.ts';
import { createOwnedProject, ownedProjects } from './owned-projects.ts';
import type { AdminOwnedProject } from './owned-projects.ts';
import { projectPatch } from './project-update.ts';
import type { AdminProjectCreateOptions } from './project-update.ts';

/** What users of project `internal` can do: own projects. */
export interface InternalUserExtra {
  listOwnedProjects(): Promise<AdminOwnedProject[]>;
  useOwnedProjects(): AdminOwnedProject[];
  createProject(options: AdminProjectCreateOptions): Promise<AdminOwnedProject>;
  /** Hands a project to another team of the user. */
  transferProject(projectId: string, newTeamId: string): Promise<void>;
}

const internalSession = ({ ctx, ownSession }: UserScope): Session => {
  if (ctx.projectId !== 'internal') throw new Error('Only users of the project "internal" own projects.');
  if (!ownSession) throw new Error('Only the signed-in user can work with its projects.');
  return ownSession;
};

export const internalUser = (scope: UserScope): InternalUserExtra => {
  const { ctx } = scope;
  const owned = (): AsyncValue<AdminOwnedProject[]> => ownedProjects(ctx, internalSession(scope));
  const refresh = (session: Session): Promise<void> => ctx.caches.refresh('client.ownedProjects', [session]);
  return {
    listOwnedProjects: async () => owned().fetch(),
    createProject: async ({ teamId, ...options }) => {
      const session = internalSession(scope);
      const body = { ...projectPatch(options), owner_team_id: teamId };
      const project = await ctx.api.json<AdminProjectRead>('/internal/projects', {
        method: 'POST',
        body,
        session,
      });
      await refresh(session);
      return createOwnedProject(ctx, session, project);
    },
    transferProject: async (projectId, newTeamId) => {
      const session = internalSession(scope);
      const body = { project_id: projectId, new_team_id: newTeamId };
      await ctx.api.send('/internal/projects/transfer', { method: 'POST', body, session });
      await refresh(session);
    },
    ...withHooks<Pick<InternalUserExtra, 'useOwnedProjects'>>(({ useValue }) => ({
      useOwnedProjects: () => useValue(owned()),
    })),
  };
};
