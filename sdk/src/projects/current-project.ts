import type { AppContext } from '../apps/context.ts';
import { withHooks } from '../cache/hooks.ts';
import { currentProject } from './project.ts';
import type { Project } from './project.ts';

export interface CurrentProject<P = Project> {
  getProject(): Promise<P>;
  useProject(): P;
}

export const clientProject = (ctx: AppContext): CurrentProject => ({
  getProject: () => currentProject(ctx).fetch(),
  ...withHooks<Pick<CurrentProject, 'useProject'>>(({ useValue }) => ({
    useProject: () => useValue(currentProject(ctx)),
  })),
});
