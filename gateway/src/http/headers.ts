/** The wire's header names; nothing else in the gateway spells them. */
export const requestHeaders = {
  access_type: 'x-stack-access-type',
  project_id: 'x-stack-project-id',
  branch_id: 'x-stack-branch-id',
  publishable_client_key: 'x-stack-publishable-client-key',
  secret_server_key: 'x-stack-secret-server-key',
  super_secret_admin_key: 'x-stack-super-secret-admin-key',
  admin_access_token: 'x-stack-admin-access-token',
  workflow_token: 'x-stack-workflow-token',
  development_override_key: 'x-stack-development-override-key',
  access_token: 'x-stack-access-token',
  refresh_token: 'x-stack-refresh-token',
  allow_anonymous_user: 'x-stack-allow-anonymous-user',
  override_error_status: 'x-stack-override-error-status',
  client_version: 'x-stack-client-version',
} as const;

export const REQUEST_ID = 'x-stack-request-id';
export const KNOWN_ERROR = 'x-stack-known-error';
export const ACTUAL_STATUS = 'x-stack-actual-status';

export type Headers = Readonly<Record<string, string>>;

const ALLOWED_REQUEST_HEADERS = [
  'content-type',
  'authorization',
  'x-stack-project-id',
  'x-stack-branch-id',
  'x-stack-override-error-status',
  'x-stack-random-nonce',
  'x-stack-client-version',
  'x-stack-disable-artificial-development-delay',
  'x-stack-access-type',
  'x-stack-publishable-client-key',
  'x-stack-secret-server-key',
  'x-stack-super-secret-admin-key',
  'x-stack-admin-access-token',
  'x-stack-workflow-token',
  'x-stack-refresh-token',
  'x-stack-access-token',
  'x-stack-allow-anonymous-user',
  'baggage',
  'sentry-trace',
  'x-vercel-protection-bypass',
  'ngrok-skip-browser-warning',
];

const securityHeaders: Headers = {
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'permissions-policy': '',
  'content-security-policy': '',
};

const corsHeaders: Headers = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-max-age': '86400',
  'access-control-allow-headers': ALLOWED_REQUEST_HEADERS.join(', '),
  'access-control-expose-headers': 'content-type, x-stack-actual-status, x-stack-known-error',
};

/** On every answer below `/api/`; elsewhere only the security part. */
export const apiHeaders: Headers = { ...corsHeaders, ...securityHeaders };
export const plainHeaders: Headers = securityHeaders;
