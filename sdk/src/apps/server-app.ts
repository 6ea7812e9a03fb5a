import { serverTeams } from '../teams/server-teams.ts';
import type { ServerTeams } from '../teams/server-teams.ts';
import type { CurrentProject } from '../projects/current-project.ts';
import type { AnyTokenStoreInit, TokenStoreInit } from '../tokens/token-store.ts';
import { serverOAuthProviders } from '../users/oauth-providers.ts';
import type { ServerOAuthProviders } from '../users/oauth-providers.ts';
import { serverCurrentUsers, serverUsers } from '../users/server-users.ts';
import type { CurrentServerUserOf, ServerCurrentUsers, ServerUsers } from '../users/server-users.ts';
import { buildApp } from './build-app.ts';
import type { AppOptions } from './build-app.ts';
import { createCaller } from './caller.ts';
import { clientMembers } from './client-app.ts';
import type { AppBase } from './client-app.ts';
import type { AppContext } from './context.ts';
import type { MembersOf } from './internals.ts';
import type { PorticoServerAppOptions } from './options.ts';

/** What a server may do with users and teams. A new area adds one interface here and one line in `serverMembers`. */
export interface ServerAppBase<HasTokenStore extends boolean, ProjectId extends string>
  extends
    AppBase<HasTokenStore>,
    ServerUsers,
    ServerOAuthProviders,
    ServerTeams,
    ServerCurrentUsers<HasTokenStore, CurrentServerUserOf<ProjectId>> {}

/** An app with server access. Its key must never reach a browser. */
export interface PorticoServerApp<HasTokenStore extends boolean = boolean, ProjectId extends string = string>
  extends ServerAppBase<HasTokenStore, ProjectId>, CurrentProject {}

export const serverMembers = (ctx: AppContext): MembersOf<PorticoServerApp<boolean, 'internal'>> => {
  const caller = createCaller(ctx, 'server');
  return {
    ...clientMembers(ctx),
    ...serverUsers(caller),
    ...serverOAuthProviders(caller),
    ...serverCurrentUsers(caller),
    ...serverTeams(caller),
  };
};

class ServerApp {
  constructor(options: AppOptions) {
    Object.assign(this, serverMembers(buildApp(this, 'server', options)));
  }
}

export interface PorticoServerAppConstructor {
  new <ProjectId extends string = string>(
    options: Omit<PorticoServerAppOptions<false, ProjectId>, 'inheritsFrom'> & { tokenStore: null },
  ): PorticoServerApp<false, ProjectId>;
  new <ProjectId extends string = string>(
    options: Omit<PorticoServerAppOptions<true, ProjectId>, 'inheritsFrom'> & {
      tokenStore: TokenStoreInit<true>;
    },
  ): PorticoServerApp<true, ProjectId>;
  new <HasTokenStore extends boolean, ProjectId extends string>(
    options: Omit<PorticoServerAppOptions, 'inheritsFrom' | 'tokenStore'> & {
      inheritsFrom: AppBase<HasTokenStore> & { readonly projectId: ProjectId | string };
      tokenStore?: AnyTokenStoreInit;
    },
  ): PorticoServerApp<HasTokenStore, ProjectId>;
}

export const PorticoServerApp = ServerApp as unknown as PorticoServerAppConstructor;
