import type { Caller } from '../apps/caller.ts';
import type { AsyncValue } from '../cache/async-value.ts';
import { withHooks } from '../cache/hooks.ts';
import { PorticoAssertionError } from '../errors/assertion-error.ts';
import { camelize } from '../wire/case.ts';
import type { AdminProjectRead } from '../wire/project.ts';
import type { AdminProjectConfig } from './admin-project-config.ts';
import { productionModeErrors } from './production-mode-errors.ts';
import type { ProductionModeError } from './production-mode-errors.ts';
import { projectConfiguration } from './project-configuration.ts';
import type { ProjectConfiguration } from './project-configuration.ts';
import { projectPatch, readEmailConfig, readProviderConfig } from './project-update.ts';
import type { AdminProjectUpdateOptions } from './project-update.ts';

/** A project as its owners see and change it. */
export interface AdminProject extends ProjectConfiguration {
  readonly id: string;
  readonly displayName: string;
  readonly description: string | null;
  readonly createdAt: Date;
  readonly isProductionMode: boolean;
  readonly ownerTeamId: string | null;
  readonly logoUrl: string | null;
  readonly fullLogoUrl: string | null;
  readonly config: AdminProjectConfig;
  update(options: AdminProjectUpdateOptions): Promise<void>;
  /** Deletes the project with its users, teams, keys and settings. */
  delete(): Promise<void>;
  /** What has to change before production mode makes sense. */
  getProductionModeErrors(): Promise<ProductionModeError[]>;
  useProductionModeErrors(): ProductionModeError[];
}

const toConfig = (wire: AdminProjectRead['config']): AdminProjectConfig => {
  const { email_config, oauth_providers, enabled_oauth_providers: _enabled, ...rest } = wire;
  const config = camelize(rest);
  return {
    ...config,
    emailConfig: readEmailConfig(camelize(email_config)),
    oauthProviders: camelize(oauth_providers).map(readProviderConfig),
  };
};

export interface AdminProjectOptions {
  readonly caller: Caller;
  /** Brings up to date whatever shows the project. */
  refresh(): Promise<void>;
}

export const createAdminProject = (
  { caller, refresh }: AdminProjectOptions,
  project: AdminProjectRead,
): AdminProject => {
  const { config, ...own } = project;
  const view = { ...camelize(own), config: toConfig(config) };
  const change = async (method: 'PATCH' | 'DELETE', body?: unknown): Promise<void> => {
    await caller.send('/internal/projects/current', { method, body });
    await refresh();
  };
  return {
    ...view,
    ...projectConfiguration(caller),
    update: (options) => change('PATCH', projectPatch(options)),
    delete: () => change('DELETE'),
    getProductionModeErrors: () => Promise.resolve(productionModeErrors(view)),
    ...withHooks<Pick<AdminProject, 'useProductionModeErrors'>>(() => ({
      useProductionModeErrors: () => productionModeErrors(view),
    })),
  };
};

/** The project an admin app works on. */
export const adminProject = (caller: Caller): AsyncValue<AdminProject> =>
  caller.value('project', [], async () => {
    const project = await caller.json<AdminProjectRead>('/internal/projects/current');
    if (project.id !== caller.ctx.projectId) {
      throw new PorticoAssertionError('The API answered with another project.', { id: project.id });
    }
    const refresh = (): Promise<void> =>
      caller.ctx.caches.refreshAll('admin.project', 'admin.config', 'client.currentProject');
    return createAdminProject({ caller, refresh }, project);
  });
