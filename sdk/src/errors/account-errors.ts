import { defineKnownError as row } from './known-error.ts';

const PasswordRequirementsNotMet = row(
  'PASSWORD_REQUIREMENTS_NOT_MET',
  'The password does not meet the requirements.',
);
const VerificationCodeError = row('VERIFICATION_ERROR', 'The verification code is not valid.');

/** Errors about users and the ways they sign in. */
export const accountErrors = {
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
} as const;
