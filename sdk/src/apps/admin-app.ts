import { internalApiKeys } from '../internal-api-keys/internal-api-keys.ts';
import type { InternalApiKeys } from '../internal-api-keys/internal-api-keys.ts';
import { withHooks } from '../cache/hooks.ts';
import { PorticoAssertionError } from '../errors/assertion-error.ts';
import { adminProject } from '../projects/admin-project.ts';
import type { AdminProject } from '../projects/admin-project.ts';
import type { CurrentProject } from '../projects/current-project.ts';
import type { TokenStoreInit, AnyTokenStoreInit } from '../tokens/token-store.ts';
import { buildApp } from './build-app.ts';
import type { AppOptions } from './build-app.ts';
import { createCaller } from './caller.ts';
import type { AppBase } from './client-app.ts';
import type { AppContext } from './context.ts';
import type { MembersOf } from './internals.ts';
import { registerMaker } from './makers.ts';
import type { PorticoAdminAppOptions } from './options.ts';
import { serverMembers } from './server-app.ts';
import type { ServerAppBase } from './server-app.ts';

/** An app that also changes the project itself. A new area adds one interface here and one line in `adminMembers`. */
export interface PorticoAdminApp<HasTokenStore extends boolean = boolean, ProjectId extends string = string>
  extends ServerAppBase<HasTokenStore, ProjectId>, CurrentProject<AdminProject>, InternalApiKeys {}

const projectMembers = (caller: ReturnType<typeof createCaller>): CurrentProject<AdminProject> => ({
  getProject: () => adminProject(caller).fetch(),
  ...withHooks<Pick<CurrentProject<AdminProject>, 'useProject'>>(({ useValue }) => ({
    useProject: () => useValue(adminProject(caller)),
  })),
});

const adminMembers = (ctx: AppContext): MembersOf<PorticoAdminApp<boolean, 'internal'>> => {
  const caller = createCaller(ctx, 'admin');
  return { ...serverMembers(ctx), ...projectMembers(caller), ...internalApiKeys(caller) };
};

class AdminApp {
  constructor(options: AppOptions) {
    Object.assign(this, adminMembers(buildApp(this, 'admin', options)));
  }
}

export interface PorticoAdminAppConstructor {
  new <ProjectId extends string = string>(
    options: Omit<PorticoAdminAppOptions<false, ProjectId>, 'inheritsFrom'> & { tokenStore: null },
  ): PorticoAdminApp<false, ProjectId>;
  new <ProjectId extends string = string>(
    options: Omit<PorticoAdminAppOptions<true, ProjectId>, 'inheritsFrom'> & {
      tokenStore: TokenStoreInit<true>;
    },
  ): PorticoAdminApp<true, ProjectId>;
  new <HasTokenStore extends boolean, ProjectId extends string>(
    options: Omit<PorticoAdminAppOptions, 'inheritsFrom' | 'tokenStore'> & {
      inheritsFrom: AppBase<HasTokenStore> & { readonly projectId: ProjectId | string };
      tokenStore?: AnyTokenStoreInit;
    },
  ): PorticoAdminApp<HasTokenStore, ProjectId>;
}

export const PorticoAdminApp = AdminApp as unknown as PorticoAdminAppConstructor;

registerMaker('ownedApp', (ctx, session, projectId) => {
  const { baseUrl, extraRequestHeaders } = ctx.options;
  const app = new PorticoAdminApp({
    projectId,
    baseUrl,
    extraRequestHeaders,
    projectOwnerSession: session,
    tokenStore: null,
  });
  if (app.projectId !== projectId) throw new PorticoAssertionError('An owned app serves another project.');
  return app;
});
