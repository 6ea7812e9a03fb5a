import type { AsyncValue } from '../cache/async-value.ts';
import type { AppContext } from '../apps/context.ts';
import type { ProjectRead } from '../wire/project.ts';
import { camelize } from '../wire/case.ts';

export interface ProjectConfig {
  readonly signUpEnabled: boolean;
  readonly credentialEnabled: boolean;
  readonly magicLinkEnabled: boolean;
  readonly passkeyEnabled: boolean;
  readonly clientTeamCreationEnabled: boolean;
  readonly clientUserDeletionEnabled: boolean;
  readonly allowUserApiKeys: boolean;
  readonly allowTeamApiKeys: boolean;
  /** Providers one can sign in with. */
  readonly oauthProviders: readonly { readonly id: string }[];
}

/** What everybody may know about the project. */
export interface Project {
  readonly id: string;
  readonly displayName: string;
  readonly config: ProjectConfig;
}

const toProject = ({ id, display_name, config }: ProjectRead): Project => {
  const { enabled_oauth_providers: providers, ...flags } = config;
  return {
    id,
    displayName: display_name,
    config: { ...camelize(flags), oauthProviders: providers.map((provider) => ({ id: provider.id })) },
  };
};

export const currentProject = (ctx: AppContext): AsyncValue<Project> =>
  ctx.caches.value('client.currentProject', [], {
    fetch: async () => toProject(await ctx.api.json<ProjectRead>('/projects/current')),
  });
