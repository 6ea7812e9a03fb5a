import type { ProjectConfig } from './project.ts';
import type { AdminDomainConfig, AdminEmailConfig, AdminOAuthProviderConfig } from './project-update.ts';

interface PermissionRef {
  readonly id: string;
}

/** The settings of a project as its owners see them. */
export interface AdminProjectConfig extends Omit<ProjectConfig, 'oauthProviders'> {
  readonly allowLocalhost: boolean;
  readonly createTeamOnSignUp: boolean;
  readonly oauthAccountMergeStrategy: 'link_method' | 'raise_error' | 'allow_duplicates';
  readonly oauthProviders: readonly AdminOAuthProviderConfig[];
  readonly domains: readonly AdminDomainConfig[];
  readonly emailConfig: AdminEmailConfig;
  readonly emailTheme: string;
  readonly teamCreatorDefaultPermissions: readonly PermissionRef[];
  readonly teamMemberDefaultPermissions: readonly PermissionRef[];
  readonly userDefaultPermissions: readonly PermissionRef[];
}
