import { defineKnownError as row } from './known-error.ts';

export interface Expiry {
  expired_at_millis: number | null;
}

const ProjectAuthenticationError = row(
  'PROJECT_AUTHENTICATION_ERROR',
  'The project could not be authenticated.',
);
const InvalidProjectAuthentication = row(
  'INVALID_PROJECT_AUTHENTICATION',
  'The project credentials are not valid.',
  ProjectAuthenticationError,
);
const InvalidAdminAccessToken = row(
  'INVALID_ADMIN_ACCESS_TOKEN',
  'The admin access token is not valid.',
  InvalidProjectAuthentication,
);
const ProjectAuthenticationRequired = row(
  'PROJECT_AUTHENTICATION_REQUIRED',
  'Project credentials are required.',
  ProjectAuthenticationError,
);
const SessionAuthenticationError = row(
  'SESSION_AUTHENTICATION_ERROR',
  'The session could not be authenticated.',
);
const InvalidSessionAuthentication = row(
  'INVALID_SESSION_AUTHENTICATION',
  'The session is not valid.',
  SessionAuthenticationError,
);
const InvalidAccessToken = row(
  'INVALID_ACCESS_TOKEN',
  'The access token is not valid.',
  InvalidSessionAuthentication,
);
const RefreshTokenError = row('REFRESH_TOKEN_ERROR', 'The refresh token was refused.');

/** Errors about requests, project credentials and sessions. */
export const accessErrors = {
  UnsupportedError: row<'UNSUPPORTED_ERROR', { originalErrorCode: string }>(
    'UNSUPPORTED_ERROR',
    (d) =>
      `The server answered with an error this version of the kit does not know: ${d.originalErrorCode ?? 'unnamed'}.`,
  ),
  BodyParsingError: row('BODY_PARSING_ERROR', 'The request body could not be read.'),
  SchemaError: row<'SCHEMA_ERROR', { message: string }>(
    'SCHEMA_ERROR',
    (d) => d.message ?? 'The request is not valid.',
  ),
  AllOverloadsFailed: row<'ALL_OVERLOADS_FAILED', { overload_errors: object[] }>(
    'ALL_OVERLOADS_FAILED',
    'The request fits none of the accepted forms.',
  ),

  ProjectAuthenticationError,
  InvalidProjectAuthentication,
  ProjectKeyWithoutAccessType: row(
    'PROJECT_KEY_WITHOUT_ACCESS_TYPE',
    'A project key was sent without an access type.',
    InvalidProjectAuthentication,
  ),
  InvalidAccessType: row(
    'INVALID_ACCESS_TYPE',
    'The access type is not valid.',
    InvalidProjectAuthentication,
  ),
  AccessTypeWithoutProjectId: row<'ACCESS_TYPE_WITHOUT_PROJECT_ID', { request_type: string }>(
    'ACCESS_TYPE_WITHOUT_PROJECT_ID',
    'An access type was sent without a project id.',
    InvalidProjectAuthentication,
  ),
  AccessTypeRequired: row(
    'ACCESS_TYPE_REQUIRED',
    'This request needs an access type.',
    InvalidProjectAuthentication,
  ),
  InsufficientAccessType: row<
    'INSUFFICIENT_ACCESS_TYPE',
    { actual_access_type: string; allowed_access_types: string[] }
  >(
    'INSUFFICIENT_ACCESS_TYPE',
    (d) => `This request needs ${(d.allowed_access_types ?? ['stronger']).join(' or ')} access.`,
    InvalidProjectAuthentication,
  ),
  InvalidPublishableClientKey: row<'INVALID_PUBLISHABLE_CLIENT_KEY', { project_id: string }>(
    'INVALID_PUBLISHABLE_CLIENT_KEY',
    'The publishable client key is not valid for this project.',
    InvalidProjectAuthentication,
  ),
  InvalidSecretServerKey: row<'INVALID_SECRET_SERVER_KEY', { project_id: string }>(
    'INVALID_SECRET_SERVER_KEY',
    'The secret server key is not valid for this project.',
    InvalidProjectAuthentication,
  ),
  InvalidSuperSecretAdminKey: row<'INVALID_SUPER_SECRET_ADMIN_KEY', { project_id: string }>(
    'INVALID_SUPER_SECRET_ADMIN_KEY',
    'The super secret admin key is not valid for this project.',
    InvalidProjectAuthentication,
  ),
  InvalidAdminAccessToken,
  UnparsableAdminAccessToken: row(
    'UNPARSABLE_ADMIN_ACCESS_TOKEN',
    'The admin access token cannot be read.',
    InvalidAdminAccessToken,
  ),
  AdminAccessTokenExpired: row<'ADMIN_ACCESS_TOKEN_EXPIRED', Expiry>(
    'ADMIN_ACCESS_TOKEN_EXPIRED',
    'The admin access token has expired.',
    InvalidAdminAccessToken,
  ),
  InvalidProjectForAdminAccessToken: row(
    'INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN',
    'The admin access token belongs to another project.',
    InvalidAdminAccessToken,
  ),
  AdminAccessTokenIsNotAdmin: row(
    'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN',
    'The admin access token does not administer this project.',
    InvalidAdminAccessToken,
  ),
  ProjectAuthenticationRequired,
  ClientAuthenticationRequired: row(
    'CLIENT_AUTHENTICATION_REQUIRED',
    'A publishable client key is required.',
    ProjectAuthenticationRequired,
  ),
  ServerAuthenticationRequired: row(
    'SERVER_AUTHENTICATION_REQUIRED',
    'A secret server key is required.',
    ProjectAuthenticationRequired,
  ),
  ClientOrServerAuthenticationRequired: row(
    'CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED',
    'A client or server key is required.',
    ProjectAuthenticationRequired,
  ),
  ClientOrAdminAuthenticationRequired: row(
    'CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED',
    'A client or admin key is required.',
    ProjectAuthenticationRequired,
  ),
  ClientOrServerOrAdminAuthenticationRequired: row(
    'CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED',
    'A project key is required.',
    ProjectAuthenticationRequired,
  ),
  AdminAuthenticationRequired: row(
    'ADMIN_AUTHENTICATION_REQUIRED',
    'A super secret admin key is required.',
    ProjectAuthenticationRequired,
  ),
  ExpectedInternalProject: row(
    'EXPECTED_INTERNAL_PROJECT',
    'This request belongs to the project "internal".',
    ProjectAuthenticationError,
  ),

  SessionAuthenticationError,
  InvalidSessionAuthentication,
  InvalidAccessToken,
  UnparsableAccessToken: row(
    'UNPARSABLE_ACCESS_TOKEN',
    'The access token cannot be read.',
    InvalidAccessToken,
  ),
  AccessTokenExpired: row<'ACCESS_TOKEN_EXPIRED', Expiry>(
    'ACCESS_TOKEN_EXPIRED',
    'The access token has expired.',
    InvalidAccessToken,
  ),
  InvalidProjectForAccessToken: row<
    'INVALID_PROJECT_FOR_ACCESS_TOKEN',
    { expected_project_id: string; actual_project_id: string }
  >('INVALID_PROJECT_FOR_ACCESS_TOKEN', 'The access token belongs to another project.', InvalidAccessToken),
  RefreshTokenError,
  RefreshTokenNotFoundOrExpired: row(
    'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
    'The session has ended.',
    RefreshTokenError,
  ),
  CannotDeleteCurrentSession: row(
    'CANNOT_DELETE_CURRENT_SESSION',
    'The current session cannot be revoked. Sign out instead.',
    RefreshTokenError,
  ),
  ProviderRejected: row('PROVIDER_REJECTED', 'The provider refused to renew the session.', RefreshTokenError),
} as const;
