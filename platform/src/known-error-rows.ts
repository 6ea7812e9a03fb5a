/**
 * The error catalogue as data: one row a code. `parent` is the next node up, so that a client can
 * test for a whole family. Rows with status 0 are families and never travel. `client_only` rows are
 * raised by client kits and never by a server. Codes, statuses and keys of `details` are contract;
 * texts are for people and may change, except where a text is quoted in the specification.
 */
type Void = Record<never, never>;

export interface Row<Input> {
  readonly status: number;
  readonly parent: string | null;
  readonly client_only: boolean;
  readonly has_details: boolean;
  /** The public sentence, for rows with details made from them. */
  readonly text: (details: Input) => string;
}

type Text<Input> = string | ((details: Input) => string);

const make = <Input>(row: Omit<Row<Input>, 'text' | 'client_only'>, text: Text<Input>): Row<Input> => ({
  ...row,
  client_only: false,
  text: typeof text === 'string' ? () => text : text,
});

/** A row without details. */
const plain = (status: number, text: string, parent: string | null = null): Row<Void> =>
  make<Void>({ status, parent, has_details: false }, text);

/** A row whose details have the shape `D`. */
const withDetails = <D extends object>(status: number, text: Text<D>, parent: string | null = null): Row<D> =>
  make<D>({ status, parent, has_details: true }, text);

const family = (text: string, parent: string | null = null): Row<Void> => plain(0, text, parent);

const clientOnly = <I>(row: Row<I>): Row<I> => ({ ...row, client_only: true });

type Access = 'client' | 'server' | 'admin';
type Scope = 'team' | 'project';
type KeyType = 'user' | 'team';
type CustomerType = 'user' | 'team' | 'custom';
type ProjectKey = { project_id: string };
type Expired = { expired_at_millis: number | null };
type Permission = { permission_id: string };
type Membership = { team_id: string; user_id: string };
type ItemCustomer = { item_id: string; customer_id: string };

const PROJECT = 'PROJECT_AUTHENTICATION_ERROR';
const INVALID_PROJECT = 'INVALID_PROJECT_AUTHENTICATION';
const ADMIN_TOKEN = 'INVALID_ADMIN_ACCESS_TOKEN';
const PROJECT_REQUIRED = 'PROJECT_AUTHENTICATION_REQUIRED';
const ACCESS_TOKEN = 'INVALID_ACCESS_TOKEN';
const REFRESH = 'REFRESH_TOKEN_ERROR';
const CODE = 'VERIFICATION_ERROR';
const API_KEY = 'API_KEY_NOT_VALID';

// prettier-ignore
const requestRows = {
  UNSUPPORTED_ERROR: clientOnly(withDetails<{ originalErrorCode: string }>(500, (d) => `This version does not know the error ${d.originalErrorCode}.`)),
  BODY_PARSING_ERROR: plain(400, 'The request body could not be read. Check its content type and that it is well formed.'),
  SCHEMA_ERROR: withDetails<{ message: string }>(400, (d) => d.message),
  ALL_OVERLOADS_FAILED: withDetails<{ overload_errors: object[] }>(400, (d) => `The request fits none of the shapes this endpoint accepts: ${JSON.stringify(d.overload_errors, null, 2)}`),
  PROJECT_AUTHENTICATION_ERROR: family('The project could not be authenticated.'),
  INVALID_PROJECT_AUTHENTICATION: family('The project credentials are not valid.', PROJECT),
  PROJECT_KEY_WITHOUT_ACCESS_TYPE: plain(400, 'A project key was sent without the x-stack-access-type header.', INVALID_PROJECT),
  INVALID_ACCESS_TYPE: plain(400, 'The x-stack-access-type header must be client, server or admin.', INVALID_PROJECT),
  ACCESS_TYPE_WITHOUT_PROJECT_ID: withDetails<{ request_type: Access }>(400, (d) => `Access type ${d.request_type} needs the x-stack-project-id header.`, INVALID_PROJECT),
  ACCESS_TYPE_REQUIRED: plain(400, 'This endpoint needs authentication: send the x-stack-access-type header and the matching project key.', INVALID_PROJECT),
  INSUFFICIENT_ACCESS_TYPE: withDetails<{ actual_access_type: string; allowed_access_types: string[] }>(401, (d) => `Access type ${d.actual_access_type} is not enough here; allowed: ${d.allowed_access_types.join(', ')}.`, INVALID_PROJECT),
  INVALID_PUBLISHABLE_CLIENT_KEY: withDetails<ProjectKey>(401, (d) => `The publishable client key is not valid for project ${JSON.stringify(d.project_id)}.`, INVALID_PROJECT),
  INVALID_SECRET_SERVER_KEY: withDetails<ProjectKey>(401, (d) => `The secret server key is not valid for project ${JSON.stringify(d.project_id)}.`, INVALID_PROJECT),
  INVALID_SUPER_SECRET_ADMIN_KEY: withDetails<ProjectKey>(401, (d) => `The super secret admin key is not valid for project ${JSON.stringify(d.project_id)}.`, INVALID_PROJECT),
  INVALID_ADMIN_ACCESS_TOKEN: family('The admin access token is not valid.', INVALID_PROJECT),
  UNPARSABLE_ADMIN_ACCESS_TOKEN: plain(401, 'The admin access token could not be read.', ADMIN_TOKEN),
  ADMIN_ACCESS_TOKEN_EXPIRED: withDetails<Expired>(401, 'The admin access token has expired.', ADMIN_TOKEN),
  INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN: plain(401, 'The admin access token belongs to another project.', ADMIN_TOKEN),
  ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN: plain(401, 'The admin access token does not belong to an owner of this project.', ADMIN_TOKEN),
  PROJECT_AUTHENTICATION_REQUIRED: family('Project credentials are required.', PROJECT),
  CLIENT_AUTHENTICATION_REQUIRED: plain(401, 'The publishable client key is required.', PROJECT_REQUIRED),
  SERVER_AUTHENTICATION_REQUIRED: plain(401, 'The secret server key is required.', PROJECT_REQUIRED),
  CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED: plain(401, 'The publishable client key or the secret server key is required.', PROJECT_REQUIRED),
  CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED: plain(401, 'The publishable client key or the super secret admin key is required.', PROJECT_REQUIRED),
  CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED: plain(401, 'A project key is required.', PROJECT_REQUIRED),
  ADMIN_AUTHENTICATION_REQUIRED: plain(401, 'The super secret admin key is required.', PROJECT_REQUIRED),
  EXPECTED_INTERNAL_PROJECT: plain(401, 'This endpoint belongs to the internal project.', PROJECT),
};

// prettier-ignore
const sessionRows = {
  SESSION_AUTHENTICATION_ERROR: family('The session could not be authenticated.'),
  INVALID_SESSION_AUTHENTICATION: family('The session credentials are not valid.', 'SESSION_AUTHENTICATION_ERROR'),
  INVALID_ACCESS_TOKEN: family('The access token is not valid.', 'INVALID_SESSION_AUTHENTICATION'),
  UNPARSABLE_ACCESS_TOKEN: plain(401, 'The access token could not be read.', ACCESS_TOKEN),
  ACCESS_TOKEN_EXPIRED: withDetails<Expired>(401, 'The access token has expired. Refresh it and try again.', ACCESS_TOKEN),
  INVALID_PROJECT_FOR_ACCESS_TOKEN: withDetails<{ expected_project_id: string; actual_project_id: string }>(401, (d) => `The access token belongs to project ${JSON.stringify(d.actual_project_id)}, not to ${JSON.stringify(d.expected_project_id)}.`, ACCESS_TOKEN),
  REFRESH_TOKEN_ERROR: family('The refresh token cannot be used.'),
  REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED: plain(401, 'The refresh token does not exist, or the session has ended.', REFRESH),
  CANNOT_DELETE_CURRENT_SESSION: plain(400, 'The current session cannot be deleted. Sign out instead.', REFRESH),
  PROVIDER_REJECTED: plain(401, 'The provider refused to refresh the token.', REFRESH),
};

// prettier-ignore
const userRows = {
  USER_EMAIL_ALREADY_EXISTS: withDetails<{ email: string; would_work_if_email_was_verified: boolean }>(409, (d) => `A user with e-mail ${JSON.stringify(d.email)} already exists${d.would_work_if_email_was_verified ? ', but the address is not verified. Sign in to that account and verify it first' : ''}.`),
  EMAIL_NOT_VERIFIED: plain(400, 'The e-mail is not verified.'),
  CANNOT_GET_OWN_USER_WITHOUT_USER: plain(400, 'There is no current user: sign in, or name the user by id instead of "me".'),
  USER_ID_DOES_NOT_EXIST: withDetails<{ user_id: string }>(400, (d) => `There is no user with id ${JSON.stringify(d.user_id)}.`),
  USER_NOT_FOUND: plain(404, 'User not found.'),
  PROJECT_NOT_FOUND: withDetails<ProjectKey>(404, (d) => `Project ${JSON.stringify(d.project_id)} not found.`),
  CURRENT_PROJECT_NOT_FOUND: withDetails<ProjectKey>(400, (d) => `The project of this request, ${JSON.stringify(d.project_id)}, does not exist.`),
  BRANCH_DOES_NOT_EXIST: withDetails<{ branch_id: string }>(400, (d) => `The project has no branch ${JSON.stringify(d.branch_id)}.`),
  SIGN_UP_NOT_ENABLED: plain(400, 'Sign-up is not enabled for this project.'),
  PASSWORD_AUTHENTICATION_NOT_ENABLED: plain(400, 'Password sign-in is not enabled for this project.'),
  DATA_VAULT_STORE_DOES_NOT_EXIST: withDetails<{ store_id: string }>(400, (d) => `There is no data vault store ${JSON.stringify(d.store_id)}.`),
  DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST: withDetails<{ store_id: string; hashed_key: string }>(400, (d) => `Data vault store ${JSON.stringify(d.store_id)} has no such key.`),
  PASSKEY_AUTHENTICATION_NOT_ENABLED: plain(400, 'Passkeys are not enabled for this project.'),
  ANONYMOUS_ACCOUNTS_NOT_ENABLED: plain(400, 'Anonymous accounts are not enabled for this project.'),
  ANONYMOUS_AUTHENTICATION_NOT_ALLOWED: plain(401, 'The access token belongs to an anonymous user; allow those with the header x-stack-allow-anonymous-user: true.'),
  EMAIL_PASSWORD_MISMATCH: plain(400, 'Wrong e-mail or password.'),
  REDIRECT_URL_NOT_WHITELISTED: plain(400, 'The URL is not trusted. Add its domain to the trusted domains of the project.'),
  PASSWORD_REQUIREMENTS_NOT_MET: family('The password does not meet the requirements.'),
  PASSWORD_TOO_SHORT: withDetails<{ min_length: number }>(400, (d) => `The password is too short: at least ${d.min_length} characters are needed.`, 'PASSWORD_REQUIREMENTS_NOT_MET'),
  PASSWORD_TOO_LONG: withDetails<{ maxLength: number }>(400, (d) => `The password is too long: at most ${d.maxLength} characters are allowed.`, 'PASSWORD_REQUIREMENTS_NOT_MET'),
  USER_DOES_NOT_HAVE_PASSWORD: plain(400, 'This user has no password.'),
  VERIFICATION_ERROR: family('The verification failed.'),
  VERIFICATION_CODE_NOT_FOUND: plain(404, 'This code does not exist.', CODE),
  VERIFICATION_CODE_EXPIRED: plain(400, 'This code has expired.', CODE),
  VERIFICATION_CODE_ALREADY_USED: plain(409, 'This code has already been used.', CODE),
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: plain(400, 'This code was tried too often. Ask for a new one.', CODE),
  PASSWORD_CONFIRMATION_MISMATCH: plain(400, 'Passwords do not match.'),
  EMAIL_ALREADY_VERIFIED: plain(409, 'The e-mail is already verified.'),
  EMAIL_NOT_ASSOCIATED_WITH_USER: plain(400, 'The e-mail does not belong to this user.'),
  EMAIL_IS_NOT_PRIMARY_EMAIL: withDetails<{ email: string; primary_email: string | null }>(400, (d) => `${JSON.stringify(d.email)} is not the primary e-mail of this user.`),
  PASSKEY_REGISTRATION_FAILED: plain(400, 'The passkey could not be registered.'),
  PASSKEY_WEBAUTHN_ERROR: clientOnly(withDetails<{ message: string; code: string }>(400, (d) => `The browser could not use the passkey (${d.code}): ${d.message}`)),
  PASSKEY_AUTHENTICATION_FAILED: plain(400, 'Signing in with the passkey failed.'),
};

// prettier-ignore
const teamRows = {
  PERMISSION_NOT_FOUND: withDetails<Permission>(404, (d) => `Permission ${JSON.stringify(d.permission_id)} not found.`),
  WRONG_PERMISSION_SCOPE: withDetails<Permission & { expected_scope: Scope; actual_scope: Scope | null }>(404, (d) => `Permission ${JSON.stringify(d.permission_id)} is ${d.actual_scope === null ? 'in no scope' : `a ${d.actual_scope} permission`}; a ${d.expected_scope} permission is expected here.`),
  CONTAINED_PERMISSION_NOT_FOUND: withDetails<Permission>(400, (d) => `The contained permission ${JSON.stringify(d.permission_id)} does not exist in this scope.`),
  TEAM_NOT_FOUND: withDetails<{ team_id: string }>(404, (d) => `Team ${JSON.stringify(d.team_id)} not found.`),
  TEAM_ALREADY_EXISTS: clientOnly(withDetails<{ team_id: string }>(409, (d) => `Team ${JSON.stringify(d.team_id)} already exists.`)),
  TEAM_MEMBERSHIP_NOT_FOUND: withDetails<Membership>(404, (d) => `User ${JSON.stringify(d.user_id)} is not a member of team ${JSON.stringify(d.team_id)}.`),
  EMAIL_TEMPLATE_ALREADY_EXISTS: plain(409, 'The e-mail template already exists.'),
  TEAM_MEMBERSHIP_ALREADY_EXISTS: plain(409, 'The user is already a member of this team.'),
  TEAM_INVITATION_EMAIL_MISMATCH: plain(403, 'This invitation was sent to another e-mail address. Sign in with an account that owns it.'),
  USER_AUTHENTICATION_REQUIRED: plain(401, 'Sign in first: this needs a current user.'),
  PROJECT_PERMISSION_REQUIRED: withDetails<{ user_id: string } & Permission>(401, (d) => `User ${JSON.stringify(d.user_id)} lacks the project permission ${JSON.stringify(d.permission_id)}.`),
  TEAM_PERMISSION_REQUIRED: withDetails<Membership & Permission>(401, (d) => `User ${JSON.stringify(d.user_id)} lacks the permission ${JSON.stringify(d.permission_id)} in team ${JSON.stringify(d.team_id)}.`),
  TEAM_PERMISSION_NOT_FOUND: withDetails<Membership & Permission>(401, (d) => `User ${JSON.stringify(d.user_id)} does not hold the permission ${JSON.stringify(d.permission_id)} in team ${JSON.stringify(d.team_id)} directly.`),
  PERMISSION_ID_ALREADY_EXISTS: withDetails<Permission>(400, (d) => `A permission with id ${JSON.stringify(d.permission_id)} already exists.`),
};

// prettier-ignore
const oauthRows = {
  OAUTH_CONNECTION_NOT_CONNECTED_TO_USER: plain(400, 'The user has not connected an account of this provider.'),
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: plain(409, 'This account is already connected to another user.'),
  OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE: plain(400, 'The connected account does not grant the required scope.'),
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: plain(400, 'Extra scopes need OAuth keys of your own; shared keys do not have them.'),
  OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: plain(400, 'Access tokens of the provider need OAuth keys of your own; shared keys do not give them.'),
  INVALID_OAUTH_CLIENT_ID_OR_SECRET: withDetails<{ client_id: string | null }>(400, 'The OAuth client id or secret is not valid. The client id is the project id, the secret the publishable client key.'),
  INVALID_SCOPE: plain(400, 'The OAuth scope is not valid. The only one is "legacy".'),
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: plain(409, 'The user already signs in with another account of this provider.'),
  OUTER_OAUTH_TIMEOUT: plain(408, 'Signing in with the provider took too long. Please sign in again.'),
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: plain(400, 'The OAuth provider does not exist or is not enabled.'),
  OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN: plain(400, 'Another user already signs in with this provider account.'),
  INVALID_SHARED_OAUTH_PROVIDER_ID: withDetails<{ provider_id: string }>(400, (d) => `There are no shared keys for provider ${JSON.stringify(d.provider_id)}.`),
  INVALID_STANDARD_OAUTH_PROVIDER_ID: withDetails<{ provider_id: string }>(400, (d) => `${JSON.stringify(d.provider_id)} is not a provider that can be configured.`),
  INVALID_AUTHORIZATION_CODE: plain(400, 'The authorization code is not valid. Start signing in again.'),
  OAUTH_PROVIDER_ACCESS_DENIED: plain(400, 'The provider denied access. Give your consent and try again.'),
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: withDetails<{ type: 'email'; contact_channel_value: string | null; would_work_if_email_was_verified: boolean }>(409, (d) => `This ${d.type}${d.contact_channel_value === null ? '' : ` (${d.contact_channel_value})`} is already used by another account${d.would_work_if_email_was_verified ? ', where it is not verified yet. Sign in to that account and verify it first' : ''}.`),
  MULTI_FACTOR_AUTHENTICATION_REQUIRED: withDetails<{ attempt_code: string }>(400, 'A second factor is required.'),
  INVALID_TOTP_CODE: plain(400, 'Invalid TOTP code. Please try again.'),
  INVALID_POLLING_CODE: plain(400, 'The polling code is not valid.'),
  CLI_AUTH_ERROR: clientOnly(plain(400, 'Timed out waiting for CLI authentication.')),
  CLI_AUTH_EXPIRED_ERROR: clientOnly(plain(400, 'CLI authentication request expired. Please try again.')),
  CLI_AUTH_USED_ERROR: clientOnly(plain(400, 'This authentication token has already been used.')),
};

// prettier-ignore
const keyAndEmailRows = {
  API_KEY_NOT_VALID: family('The API key is not valid.'),
  API_KEY_EXPIRED: plain(401, 'The API key has expired.', API_KEY),
  API_KEY_REVOKED: plain(401, 'The API key has been revoked.', API_KEY),
  WRONG_API_KEY_TYPE: withDetails<{ expected_type: KeyType; actual_type: KeyType }>(400, (d) => `This is a ${d.actual_type} API key; a ${d.expected_type} API key is expected here.`, API_KEY),
  API_KEY_NOT_FOUND: plain(404, 'API key not found.', API_KEY),
  PUBLIC_API_KEY_CANNOT_BE_REVOKED: plain(400, 'A public API key cannot be revoked this way.', API_KEY),
  EMAIL_RENDERING_ERROR: withDetails<{ error: string }>(400, (d) => `The e-mail could not be rendered: ${d.error}`),
  REQUIRES_CUSTOM_EMAIL_SERVER: plain(400, 'This needs an e-mail server of your own. Configure one in the project settings.'),
};

// prettier-ignore
const paymentRows = {
  ITEM_NOT_FOUND: withDetails<{ item_id: string }>(404, (d) => `Item ${JSON.stringify(d.item_id)} not found.`),
  ITEM_CUSTOMER_TYPE_DOES_NOT_MATCH: withDetails<ItemCustomer & { item_customer_type: CustomerType | null; actual_customer_type: CustomerType }>(400, (d) => `Item ${JSON.stringify(d.item_id)} is not for customers of type ${d.actual_customer_type}.`),
  CUSTOMER_DOES_NOT_EXIST: withDetails<{ customer_id: string }>(400, (d) => `Customer ${JSON.stringify(d.customer_id)} does not exist.`),
  PRODUCT_DOES_NOT_EXIST: withDetails<{ product_id: string; context: 'item_exists' | 'server_only' | null }>(400, (d) => `Product ${JSON.stringify(d.product_id)} does not exist${d.context === 'item_exists' ? ', but an item with this id does' : d.context === 'server_only' ? ' for clients; it is for servers only' : ''}.`),
  PRODUCT_CUSTOMER_TYPE_DOES_NOT_MATCH: withDetails<{ product_id: string | null; customer_id: string; product_customer_type: CustomerType | null; actual_customer_type: CustomerType }>(400, (d) => `The product is not for customers of type ${d.actual_customer_type}.`),
  PRODUCT_ALREADY_GRANTED: withDetails<{ product_id: string; customer_id: string }>(400, (d) => `Customer ${JSON.stringify(d.customer_id)} already owns product ${JSON.stringify(d.product_id)}.`),
  ITEM_QUANTITY_INSUFFICIENT_AMOUNT: withDetails<ItemCustomer & { quantity: number }>(400, (d) => `Customer ${JSON.stringify(d.customer_id)} does not have enough of item ${JSON.stringify(d.item_id)} to change it by ${d.quantity}.`),
  STRIPE_ACCOUNT_INFO_NOT_FOUND: plain(404, 'Payments are not set up for this project yet.'),
  WORKFLOW_TOKEN_DOES_NOT_EXIST: plain(400, 'The workflow token does not exist.'),
  WORKFLOW_TOKEN_EXPIRED: plain(400, 'The workflow token has expired.'),
};

export const knownErrorRows = {
  ...requestRows,
  ...sessionRows,
  ...userRows,
  ...teamRows,
  ...oauthRows,
  ...keyAndEmailRows,
  ...paymentRows,
};
