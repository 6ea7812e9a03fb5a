import type { EmailConfigRead, OAuthProviderConfigRead } from '../wire/project.ts';
import type { Camelized } from '../wire/case.ts';
import { snakeize } from '../wire/case.ts';
import type { AdminProjectConfig } from './admin-project-config.ts';

export type AdminEmailConfig =
  | { type: 'shared' }
  | {
      type: 'standard' | 'resend';
      host: string;
      port: number;
      username: string;
      password: string;
      senderName: string;
      senderEmail: string;
    };

export type AdminOAuthProviderConfig =
  | { id: string; type: 'shared' }
  | {
      id: string;
      type: 'standard';
      clientId: string;
      clientSecret: string;
      facebookConfigId?: string;
      microsoftTenantId?: string;
    };

export interface AdminDomainConfig {
  domain: string;
  handlerPath: string;
}

export type AdminProjectConfigUpdateOptions = Partial<AdminProjectConfig>;

export interface AdminProjectUpdateOptions {
  displayName?: string;
  description?: string | null;
  isProductionMode?: boolean;
  logoUrl?: string | null;
  fullLogoUrl?: string | null;
  config?: AdminProjectConfigUpdateOptions;
}

export interface AdminProjectCreateOptions extends Omit<AdminProjectUpdateOptions, 'displayName'> {
  displayName: string;
  /** The team of project `internal` that will own the project. */
  teamId: string;
}

/** The wire form of a change. A Resend server is an ordinary one to the API. */
export const projectPatch = ({ config = {}, ...rest }: AdminProjectUpdateOptions): object => {
  const { emailConfig, ...flags } = config;
  const email = emailConfig?.type === 'resend' ? { ...emailConfig, type: 'standard' as const } : emailConfig;
  return snakeize({ ...rest, config: { ...flags, emailConfig: email } }) as object;
};

const missing = (what: string): never => {
  throw new Error(`${what} is missing`);
};

/** The email server as an owner sees it; a standard one has every field or is an error. */
export const readEmailConfig = (config: Camelized<EmailConfigRead>): AdminEmailConfig => {
  if (config.type === 'shared') return { type: 'shared' };
  return {
    type: 'standard',
    host: config.host ?? missing('Email host'),
    port: config.port ?? missing('Email port'),
    username: config.username ?? missing('Email username'),
    password: config.password ?? missing('Email password'),
    senderName: config.senderName ?? missing('Email sender name'),
    senderEmail: config.senderEmail ?? missing('Email sender email'),
  };
};

export const readProviderConfig = (config: Camelized<OAuthProviderConfigRead>): AdminOAuthProviderConfig => {
  if (config.type === 'shared') return { id: config.id, type: 'shared' };
  return {
    id: config.id,
    type: 'standard',
    clientId: config.clientId ?? missing('Client ID'),
    clientSecret: config.clientSecret ?? missing('Client secret'),
    facebookConfigId: config.facebookConfigId,
    microsoftTenantId: config.microsoftTenantId,
  };
};
