import { defineKnownError as row } from './known-error.ts';
import type { KnownErrorClass } from './known-error.ts';

type Type = 'user' | 'team' | 'custom';
interface Member {
  team_id: string;
  user_id: string;
}
interface Expiry {
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
const PasswordRequirementsNotMet = row(
  'PASSWORD_REQUIREMENTS_NOT_MET',
  'The password does not meet the requirements.',
);
const VerificationCodeError = row('VERIFICATION_ERROR', 'The verification code is not valid.');
const ApiKeyNotValid = row('API_KEY_NOT_VALID', 'The API key is not valid.');

/** Every error the API names, by class. Parents match their children: `KnownErrors.VerificationCodeError.isInstance(error)`. */
export const KnownErrors = {
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

  UserWithEmailAlreadyExists: row<
    'USER_EMAIL_ALREADY_EXISTS',
    { email: string; would_work_if_email_was_verified: boolean }
  >('USER_EMAIL_ALREADY_EXISTS', 'A user with this email already exists.'),
  EmailNotVerified: row('EMAIL_NOT_VERIFIED', 'The email is not verified.'),
  CannotGetOwnUserWithoutUser: row('CANNOT_GET_OWN_USER_WITHOUT_USER', 'Nobody is signed in.'),
  UserIdDoesNotExist: row<'USER_ID_DOES_NOT_EXIST', { user_id: string }>(
    'USER_ID_DOES_NOT_EXIST',
    (d) => `There is no user ${d.user_id ?? 'with this id'}.`,
  ),
  UserNotFound: row('USER_NOT_FOUND', 'User not found.'),
  ProjectNotFound: row<'PROJECT_NOT_FOUND', { project_id: string }>(
    'PROJECT_NOT_FOUND',
    'Project not found.',
  ),
  CurrentProjectNotFound: row<'CURRENT_PROJECT_NOT_FOUND', { project_id: string }>(
    'CURRENT_PROJECT_NOT_FOUND',
    (d) => `There is no project ${d.project_id ?? 'with this id'}.`,
  ),
  BranchDoesNotExist: row<'BRANCH_DOES_NOT_EXIST', { branch_id: string }>(
    'BRANCH_DOES_NOT_EXIST',
    'The branch does not exist.',
  ),
  SignUpNotEnabled: row('SIGN_UP_NOT_ENABLED', 'Sign-up is not enabled.'),
  PasswordAuthenticationNotEnabled: row(
    'PASSWORD_AUTHENTICATION_NOT_ENABLED',
    'Password sign-in is not enabled.',
  ),
  DataVaultStoreDoesNotExist: row<'DATA_VAULT_STORE_DOES_NOT_EXIST', { store_id: string }>(
    'DATA_VAULT_STORE_DOES_NOT_EXIST',
    'The vault store does not exist.',
  ),
  DataVaultStoreHashedKeyDoesNotExist: row<
    'DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST',
    { store_id: string; hashed_key: string }
  >('DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST', 'The vault store has no such key.'),
  PasskeyAuthenticationNotEnabled: row('PASSKEY_AUTHENTICATION_NOT_ENABLED', 'Passkeys are not enabled.'),
  AnonymousAccountsNotEnabled: row('ANONYMOUS_ACCOUNTS_NOT_ENABLED', 'Anonymous accounts are not enabled.'),
  AnonymousAuthenticationNotAllowed: row(
    'ANONYMOUS_AUTHENTICATION_NOT_ALLOWED',
    'Anonymous users may not do this.',
  ),
  EmailPasswordMismatch: row('EMAIL_PASSWORD_MISMATCH', 'Wrong email or password.'),
  RedirectUrlNotWhitelisted: row(
    'REDIRECT_URL_NOT_WHITELISTED',
    'The redirect URL is not on a domain this project trusts.',
  ),
  PasswordRequirementsNotMet,
  PasswordTooShort: row<'PASSWORD_TOO_SHORT', { min_length: number }>(
    'PASSWORD_TOO_SHORT',
    (d) => `The password needs at least ${d.min_length ?? 8} characters.`,
    PasswordRequirementsNotMet,
  ),
  PasswordTooLong: row<'PASSWORD_TOO_LONG', { maxLength: number }>(
    'PASSWORD_TOO_LONG',
    (d) => `The password may have at most ${d.maxLength ?? 70} characters.`,
    PasswordRequirementsNotMet,
  ),
  UserDoesNotHavePassword: row('USER_DOES_NOT_HAVE_PASSWORD', 'The user has no password.'),
  VerificationCodeError,
  VerificationCodeNotFound: row(
    'VERIFICATION_CODE_NOT_FOUND',
    'The code does not exist.',
    VerificationCodeError,
  ),
  VerificationCodeExpired: row('VERIFICATION_CODE_EXPIRED', 'The code has expired.', VerificationCodeError),
  VerificationCodeAlreadyUsed: row(
    'VERIFICATION_CODE_ALREADY_USED',
    'The code has been used.',
    VerificationCodeError,
  ),
  VerificationCodeMaxAttemptsReached: row(
    'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED',
    'The code was tried too often.',
    VerificationCodeError,
  ),
  PasswordConfirmationMismatch: row('PASSWORD_CONFIRMATION_MISMATCH', 'The current password is wrong.'),
  EmailAlreadyVerified: row('EMAIL_ALREADY_VERIFIED', 'The email is already verified.'),
  EmailNotAssociatedWithUser: row('EMAIL_NOT_ASSOCIATED_WITH_USER', 'The email belongs to no user.'),
  EmailIsNotPrimaryEmail: row<'EMAIL_IS_NOT_PRIMARY_EMAIL', { email: string; primary_email: string | null }>(
    'EMAIL_IS_NOT_PRIMARY_EMAIL',
    'The email is not the primary one.',
  ),
  PasskeyRegistrationFailed: row('PASSKEY_REGISTRATION_FAILED', 'The passkey could not be registered.'),
  PasskeyWebAuthnError: row<'PASSKEY_WEBAUTHN_ERROR', { message: string; code: string }>(
    'PASSKEY_WEBAUTHN_ERROR',
    (d) => d.message ?? 'The browser refused the passkey.',
  ),
  PasskeyAuthenticationFailed: row('PASSKEY_AUTHENTICATION_FAILED', 'Signing in with the passkey failed.'),

  PermissionNotFound: row<'PERMISSION_NOT_FOUND', { permission_id: string }>(
    'PERMISSION_NOT_FOUND',
    'Permission not found.',
  ),
  WrongPermissionScope: row<
    'WRONG_PERMISSION_SCOPE',
    { permission_id: string; expected_scope: string; actual_scope: string | null }
  >('WRONG_PERMISSION_SCOPE', 'The permission has another scope.'),
  ContainedPermissionNotFound: row<'CONTAINED_PERMISSION_NOT_FOUND', { permission_id: string }>(
    'CONTAINED_PERMISSION_NOT_FOUND',
    'A contained permission does not exist.',
  ),
  TeamNotFound: row<'TEAM_NOT_FOUND', { team_id: string }>('TEAM_NOT_FOUND', 'Team not found.'),
  TeamAlreadyExists: row<'TEAM_ALREADY_EXISTS', { team_id: string }>(
    'TEAM_ALREADY_EXISTS',
    'The team already exists.',
  ),
  TeamMembershipNotFound: row<'TEAM_MEMBERSHIP_NOT_FOUND', Member>(
    'TEAM_MEMBERSHIP_NOT_FOUND',
    'The user is not in this team.',
  ),
  TeamInvitationEmailMismatch: row(
    'TEAM_INVITATION_EMAIL_MISMATCH',
    'The invitation was sent to another email.',
  ),
  EmailTemplateAlreadyExists: row('EMAIL_TEMPLATE_ALREADY_EXISTS', 'The email template already exists.'),
  OAuthConnectionNotConnectedToUser: row(
    'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER',
    'The account is not connected.',
  ),
  OAuthConnectionAlreadyConnectedToAnotherUser: row(
    'OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER',
    'The account is connected to another user.',
  ),
  OAuthConnectionDoesNotHaveRequiredScope: row(
    'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE',
    'The connected account lacks the required scope.',
  ),
  OAuthExtraScopeNotAvailableWithSharedOAuthKeys: row(
    'OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS',
    'Extra scopes need OAuth keys of your own.',
  ),
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys: row(
    'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS',
    'Access tokens need OAuth keys of your own.',
  ),
  InvalidOAuthClientIdOrSecret: row<'INVALID_OAUTH_CLIENT_ID_OR_SECRET', { client_id: string | null }>(
    'INVALID_OAUTH_CLIENT_ID_OR_SECRET',
    'The OAuth client id or secret is not valid.',
  ),
  InvalidScope: row('INVALID_SCOPE', 'The OAuth scope is not valid.'),
  UserAlreadyConnectedToAnotherOAuthConnection: row(
    'USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION',
    'Another account of this provider is already connected.',
  ),
  OuterOAuthTimeout: row('OUTER_OAUTH_TIMEOUT', 'The sign-in took too long. Please try again.'),
  OAuthProviderNotFoundOrNotEnabled: row(
    'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED',
    'The provider is not enabled.',
  ),
  OAuthProviderAccountIdAlreadyUsedForSignIn: row(
    'OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN',
    'The account is already used to sign in.',
  ),
  MultiFactorAuthenticationRequired: row<'MULTI_FACTOR_AUTHENTICATION_REQUIRED', { attempt_code: string }>(
    'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
    'A second factor is required.',
  ),
  InvalidTotpCode: row('INVALID_TOTP_CODE', 'The code is wrong.'),
  UserAuthenticationRequired: row('USER_AUTHENTICATION_REQUIRED', 'Please sign in.'),
  TeamMembershipAlreadyExists: row('TEAM_MEMBERSHIP_ALREADY_EXISTS', 'The user is already in this team.'),
  ProjectPermissionRequired: row<'PROJECT_PERMISSION_REQUIRED', { user_id: string; permission_id: string }>(
    'PROJECT_PERMISSION_REQUIRED',
    (d) => `This needs the permission ${d.permission_id ?? ''}.`,
  ),
  TeamPermissionRequired: row<'TEAM_PERMISSION_REQUIRED', Member & { permission_id: string }>(
    'TEAM_PERMISSION_REQUIRED',
    (d) => `This needs the permission ${d.permission_id ?? ''}.`,
  ),
  TeamPermissionNotFound: row<'TEAM_PERMISSION_NOT_FOUND', Member & { permission_id: string }>(
    'TEAM_PERMISSION_NOT_FOUND',
    'The member does not have this permission.',
  ),
  InvalidSharedOAuthProviderId: row<'INVALID_SHARED_OAUTH_PROVIDER_ID', { provider_id: string }>(
    'INVALID_SHARED_OAUTH_PROVIDER_ID',
    'There are no shared keys for this provider.',
  ),
  InvalidStandardOAuthProviderId: row<'INVALID_STANDARD_OAUTH_PROVIDER_ID', { provider_id: string }>(
    'INVALID_STANDARD_OAUTH_PROVIDER_ID',
    'The provider id is not valid.',
  ),
  InvalidAuthorizationCode: row('INVALID_AUTHORIZATION_CODE', 'The authorization code is not valid.'),
  OAuthProviderAccessDenied: row('OAUTH_PROVIDER_ACCESS_DENIED', 'The provider denied access.'),
  ContactChannelAlreadyUsedForAuthBySomeoneElse: row<
    'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
    { type: 'email'; contact_channel_value: string | null; would_work_if_email_was_verified: boolean }
  >('CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE', 'The email is used by another account.'),
  InvalidPollingCodeError: row('INVALID_POLLING_CODE', 'The polling code is not valid.'),
  CliAuthError: row('CLI_AUTH_ERROR', 'Command line sign-in failed.'),
  CliAuthExpiredError: row('CLI_AUTH_EXPIRED_ERROR', 'Command line sign-in expired.'),
  CliAuthUsedError: row('CLI_AUTH_USED_ERROR', 'Command line sign-in was already used.'),

  ApiKeyNotValid,
  ApiKeyExpired: row('API_KEY_EXPIRED', 'The API key has expired.', ApiKeyNotValid),
  ApiKeyRevoked: row('API_KEY_REVOKED', 'The API key was revoked.', ApiKeyNotValid),
  WrongApiKeyType: row<
    'WRONG_API_KEY_TYPE',
    { expected_type: 'user' | 'team'; actual_type: 'user' | 'team' }
  >('WRONG_API_KEY_TYPE', 'The API key has another type.', ApiKeyNotValid),
  ApiKeyNotFound: row('API_KEY_NOT_FOUND', 'API key not found.', ApiKeyNotValid),
  PublicApiKeyCannotBeRevoked: row(
    'PUBLIC_API_KEY_CANNOT_BE_REVOKED',
    'A public API key cannot be revoked.',
    ApiKeyNotValid,
  ),
  PermissionIdAlreadyExists: row<'PERMISSION_ID_ALREADY_EXISTS', { permission_id: string }>(
    'PERMISSION_ID_ALREADY_EXISTS',
    'A permission with this id already exists.',
  ),
  EmailRenderingError: row<'EMAIL_RENDERING_ERROR', { error: string }>('EMAIL_RENDERING_ERROR', (d) =>
    `The email could not be rendered. ${d.error ?? ''}`.trim(),
  ),
  RequiresCustomEmailServer: row('REQUIRES_CUSTOM_EMAIL_SERVER', 'This needs an email server of your own.'),
  ItemNotFound: row<'ITEM_NOT_FOUND', { item_id: string }>('ITEM_NOT_FOUND', 'Item not found.'),
  ItemCustomerTypeDoesNotMatch: row<
    'ITEM_CUSTOMER_TYPE_DOES_NOT_MATCH',
    { item_id: string; customer_id: string; item_customer_type: Type | null; actual_customer_type: Type }
  >('ITEM_CUSTOMER_TYPE_DOES_NOT_MATCH', 'The item is for another customer type.'),
  CustomerDoesNotExist: row<'CUSTOMER_DOES_NOT_EXIST', { customer_id: string }>(
    'CUSTOMER_DOES_NOT_EXIST',
    'The customer does not exist.',
  ),
  ProductDoesNotExist: row<
    'PRODUCT_DOES_NOT_EXIST',
    { product_id: string; context: 'item_exists' | 'server_only' | null }
  >('PRODUCT_DOES_NOT_EXIST', 'The product does not exist.'),
  ProductCustomerTypeDoesNotMatch: row<
    'PRODUCT_CUSTOMER_TYPE_DOES_NOT_MATCH',
    {
      product_id: string | null;
      customer_id: string;
      product_customer_type: Type | null;
      actual_customer_type: Type;
    }
  >('PRODUCT_CUSTOMER_TYPE_DOES_NOT_MATCH', 'The product is for another customer type.'),
  ProductAlreadyGranted: row<'PRODUCT_ALREADY_GRANTED', { product_id: string; customer_id: string }>(
    'PRODUCT_ALREADY_GRANTED',
    'The customer already has this product.',
  ),
  ItemQuantityInsufficientAmount: row<
    'ITEM_QUANTITY_INSUFFICIENT_AMOUNT',
    { item_id: string; customer_id: string; quantity: number }
  >('ITEM_QUANTITY_INSUFFICIENT_AMOUNT', 'There is not enough of the item.'),
  StripeAccountInfoNotFound: row('STRIPE_ACCOUNT_INFO_NOT_FOUND', 'Payments are not set up yet.'),
  WorkflowTokenDoesNotExist: row('WORKFLOW_TOKEN_DOES_NOT_EXIST', 'The workflow token does not exist.'),
  WorkflowTokenExpired: row('WORKFLOW_TOKEN_EXPIRED', 'The workflow token has expired.'),
} as const;

type Catalogue = typeof KnownErrors;

/** The instance type of a row: `KnownErrorInstance<'EmailPasswordMismatch'>`. */
export type KnownErrorInstance<Name extends keyof Catalogue> =
  Catalogue[Name] extends KnownErrorClass<infer Code, infer D>
    ? InstanceType<KnownErrorClass<Code, D>>
    : never;
