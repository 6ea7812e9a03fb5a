/** The configuration of a project: every key, its type and its default. */
import { boolean, number, object, oneOf, record, strictRecord, text, union, literal } from './config-node.ts';
import { builtInTemplates, builtInThemes, DEFAULT_THEME_ID } from './built-in-emails.ts';
import { OAUTH_PROVIDER_TYPES, OPENID_TYPE } from '../oauth/provider-types.ts';
import { paymentsSchema } from './payments-schema.ts';

const CUSTOM_ID = /^(?=.{1,63}$)[A-Za-z0-9_][A-Za-z0-9_-]*$/;
const PERMISSION_ID = /^[a-z0-9_:]+$/;
const ANY_PERMISSION_ID = /^\$?[a-z0-9_:]+$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const MERGE_STRATEGIES = ['link_method', 'raise_error', 'allow_duplicates'] as const;

const APPS = [
  'authentication', 'teams', 'rbac', 'api-keys', 'payments', 'emails', 'email-api', 'data-vault',
  'workflows', 'webhooks', 'tv-mode', 'launch-checklist', 'catalyst', 'neon', 'convex', 'vercel',
] as const; // prettier-ignore

/** Shown until a source is stored; it says what is missing and does not compile. */
const MISSING_SOURCE = '<this module has no source yet';

const permissionSet = record(ANY_PERMISSION_ID, boolean());

const rbac = object({
  permissions: record(
    PERMISSION_ID,
    object({
      description: text(),
      scope: oneOf(['team', 'project']),
      containedPermissionIds: permissionSet,
    }),
  ),
  defaultPermissions: object({
    teamCreator: permissionSet,
    teamMember: permissionSet,
    signUp: permissionSet,
  }),
});

const oauthProvider = object({
  type: oneOf([...OAUTH_PROVIDER_TYPES, OPENID_TYPE]),
  allowSignIn: boolean(false),
  allowConnectedAccounts: boolean(false),
  isShared: boolean(true),
  clientId: text(),
  clientSecret: text(),
  facebookConfigId: text(),
  microsoftTenantId: text(),
  /** Of a provider of type `oidc`. */
  issuerUrl: text(),
});

/** Keys without a default are ours alone: existing clients compare fresh objects exactly. */
const auth = object({
  allowSignUp: boolean(true),
  password: object({ allowSignIn: boolean(false) }),
  otp: object({ allowSignIn: boolean(false) }),
  passkey: object({ allowSignIn: boolean(false) }),
  oauth: object({
    accountMergeStrategy: oneOf(MERGE_STRATEGIES, 'link_method'),
    providers: record(ANY_PERMISSION_ID, oauthProvider),
  }),
  anonymous: object({ allowSignUp: boolean() }, 'implicit'),
  refreshTokens: object({ rotate: boolean(), graceSeconds: number() }, 'implicit'),
  stepUp: object({ required: boolean() }, 'implicit'),
});

const emails = object({
  server: object({
    isShared: boolean(true),
    provider: oneOf(['resend', 'smtp'], 'smtp'),
    host: text(),
    port: number(),
    username: text(),
    password: text(),
    senderName: text(),
    senderEmail: text(),
  }),
  selectedThemeId: text(DEFAULT_THEME_ID),
  themes: strictRecord(
    UUID,
    object({ displayName: text('Untitled theme'), tsxSource: text(MISSING_SOURCE) }),
    builtInThemes,
  ),
  templates: strictRecord(
    UUID,
    object({
      displayName: text('Untitled template'),
      tsxSource: text(MISSING_SOURCE),
      themeId: union([text(), literal(false)]),
    }),
    builtInTemplates,
  ),
});

/** What the environment override may hold. */
export const environmentSchema = object({
  rbac,
  apiKeys: object({ enabled: object({ team: boolean(false), user: boolean(false) }) }),
  apps: object({
    installed: object(Object.fromEntries(APPS.map((app) => [app, object({ enabled: boolean(false) })]))),
  }),
  teams: object({
    createPersonalTeamOnSignUp: boolean(false),
    allowClientTeamCreation: boolean(false),
    allowInvitationsForAnyEmail: boolean(),
  }),
  users: object({ allowClientUserDeletion: boolean(false) }),
  domains: object({
    allowLocalhost: boolean(false),
    trustedDomains: record(CUSTOM_ID, object({ baseUrl: text(), handlerPath: text('/handler') })),
  }),
  auth,
  emails,
  payments: paymentsSchema(CUSTOM_ID),
  dataVault: object({ stores: record(CUSTOM_ID, object({ displayName: text('Untitled store') })) }),
  workflows: object({
    availableWorkflows: record(
      CUSTOM_ID,
      object({
        displayName: text('Untitled workflow'),
        tsSource: text(MISSING_SOURCE),
        enabled: boolean(false),
      }),
    ),
  }),
});
