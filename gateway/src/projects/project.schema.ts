import { z } from 'zod';
import { boolean, object, text, uuid } from '../http/fields.ts';
import { imageUrl } from '../http/url.ts';
import { projectConfigInput } from './project-config.schema.ts';

const named = z.array(z.object({ id: z.string() }));

const clientConfig = {
  sign_up_enabled: z.boolean(),
  credential_enabled: z.boolean(),
  magic_link_enabled: z.boolean(),
  passkey_enabled: z.boolean(),
  client_team_creation_enabled: z.boolean(),
  client_user_deletion_enabled: z.boolean(),
  allow_user_api_keys: z.boolean(),
  allow_team_api_keys: z.boolean(),
  enabled_oauth_providers: named,
};

/** What everybody may know about a project. */
export const clientProject = z.object({
  id: z.string(),
  display_name: z.string(),
  config: z.object(clientConfig),
});

const oauthProvider = z.object({
  provider_config_id: z.string().optional(),
  id: z.string(),
  type: z.string(),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  facebook_config_id: z.string().optional(),
  microsoft_tenant_id: z.string().optional(),
});

const emailServer = z.object({
  type: z.string(),
  host: z.string().optional(),
  port: z.number().optional(),
  username: z.string().optional(),
  password: z.string().optional(),
  sender_name: z.string().optional(),
  sender_email: z.string().optional(),
});

export const adminProject = z.object({
  id: z.string(),
  display_name: z.string(),
  description: z.string(),
  logo_url: z.string().nullable(),
  full_logo_url: z.string().nullable(),
  created_at_millis: z.number(),
  is_production_mode: z.boolean(),
  owner_team_id: z.string().nullable(),
  config: z.object({
    allow_localhost: z.boolean(),
    ...clientConfig,
    create_team_on_sign_up: z.boolean(),
    oauth_account_merge_strategy: z.string(),
    oauth_providers: z.array(oauthProvider),
    domains: z.array(z.object({ domain: z.string(), handler_path: z.string() })),
    email_config: emailServer.optional(),
    email_theme: z.string(),
    team_creator_default_permissions: named,
    team_member_default_permissions: named,
    user_default_permissions: named,
  }),
});

const writable = {
  description: text().nullable().optional(),
  is_production_mode: boolean().optional(),
  logo_url: imageUrl().nullable().optional(),
  full_logo_url: imageUrl().nullable().optional(),
  config: projectConfigInput.optional(),
};

export const projectCreate = object({ display_name: text(), owner_team_id: uuid(), ...writable });
export const projectUpdate = object({ display_name: text().optional(), ...writable });
