import type { z } from 'zod';
import { nonEmptyEmail } from '../http/email.ts';
import { boolean, list, nonEmptyText, number, object, oneOf, text } from '../http/fields.ts';
import { domainUrl, handlerPath } from '../http/url.ts';

const providerIds = [
  'google',
  'github',
  'microsoft',
  'spotify',
  'facebook',
  'discord',
  'gitlab',
  'bitbucket',
  'linkedin',
  'apple',
  'x',
  'twitch',
] as const;

const isGiven = (value: unknown): boolean => value !== undefined && value !== '';

/** A `standard` entry brings its own credentials: every named field is required, and all are reported. */
const standardNeeds = <T extends z.ZodType>(schema: T, names: readonly string[]): T =>
  names.reduce((checked, name) => {
    const isMet = (value: unknown): boolean => {
      const row = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
      return row.type !== 'standard' || isGiven(row[name]);
    };
    return checked.refine(isMet, { path: [name], message: 'is a required field', when: () => true }) as T;
  }, schema);

const oauthProvider = standardNeeds(
  object({
    id: oneOf(...providerIds),
    type: oneOf('shared', 'standard'),
    client_id: text().optional(),
    client_secret: text().optional(),
    facebook_config_id: text().optional(),
    microsoft_tenant_id: text().optional(),
  }),
  ['client_id', 'client_secret'],
);

const emailServer = standardNeeds(
  object({
    type: oneOf('shared', 'standard'),
    host: text().optional(),
    port: number({ integer: true, min: 0, max: 65_535 }).optional(),
    username: text().optional(),
    password: text({ max: 256 }).optional(),
    sender_name: text().optional(),
    sender_email: nonEmptyEmail().optional(),
  }),
  ['host', 'port', 'username', 'password', 'sender_name', 'sender_email'],
);

const permissionIds = () => list(object({ id: nonEmptyText() }));

/** Every key may be left out, and then stays as it is. */
export const projectConfigInput = object({
  sign_up_enabled: boolean().optional(),
  credential_enabled: boolean().optional(),
  magic_link_enabled: boolean().optional(),
  passkey_enabled: boolean().optional(),
  client_team_creation_enabled: boolean().optional(),
  client_user_deletion_enabled: boolean().optional(),
  allow_user_api_keys: boolean().optional(),
  allow_team_api_keys: boolean().optional(),
  create_team_on_sign_up: boolean().optional(),
  allow_localhost: boolean().optional(),
  oauth_account_merge_strategy: oneOf('link_method', 'raise_error', 'allow_duplicates').optional(),
  oauth_providers: list(oauthProvider).optional(),
  domains: list(object({ domain: domainUrl(), handler_path: handlerPath() })).optional(),
  email_config: emailServer.optional(),
  email_theme: text().optional(),
  team_creator_default_permissions: permissionIds().optional(),
  team_member_default_permissions: permissionIds().optional(),
  user_default_permissions: permissionIds().optional(),
});
