import type { AppContext } from '../apps/context.ts';
import type { PorticoAdminApp } from '../apps/admin-app.ts';
import { createCaller } from '../apps/caller.ts';
import { maker } from '../apps/makers.ts';
import type { AsyncValue } from '../cache/async-value.ts';
import { DependencyMap } from '../cache/dependency-map.ts';
import type { Session } from '../sessions/session.ts';
import type { ListRead } from '../wire/list.ts';
import type { AdminProjectRead } from '../wire/project.ts';
import { createAdminProject } from './admin-project.ts';
import type { AdminProject } from './admin-project.ts';
import { callerOf } from '../apps/internals.ts';

/** A project of a team the user is in, with an app that administers it in the user's name. */
export type AdminOwnedProject = AdminProject & { readonly app: PorticoAdminApp<false> };

const apps = new DependencyMap<PorticoAdminApp<false>>();

const ownedApp = (ctx: AppContext, session: Session, projectId: string): PorticoAdminApp<false> =>
  apps.getOrCreate([session, projectId], () => maker('ownedApp')(ctx, session, projectId));

export const createOwnedProject = (
  ctx: AppContext,
  session: Session,
  project: AdminProjectRead,
): AdminOwnedProject => {
  const app = ownedApp(ctx, session, project.id);
  const refresh = async (): Promise<void> => {
    await Promise.all([
      ctx.caches.refresh('client.ownedProjects', [session]),
      callerOf(app).refresh('project'),
    ]);
  };
  return { ...createAdminProject({ caller: callerOf(app), refresh }, project), app };
};

export const ownedProjects = (ctx: AppContext, session: Session): AsyncValue<AdminOwnedProject[]> => {
  const caller = createCaller(ctx, 'client', session);
  return caller.value('ownedProjects', [], async () => {
    const list = await caller.json<ListRead<AdminProjectRead>>('/internal/projects');
    return list.items.map((project) => createOwnedProject(ctx, session, project));
  });
};
