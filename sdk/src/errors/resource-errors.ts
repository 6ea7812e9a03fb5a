import { defineKnownError as row } from './known-error.ts';

type Customer = 'user' | 'team' | 'custom';

export interface Member {
  team_id: string;
  user_id: string;
}

const ApiKeyNotValid = row('API_KEY_NOT_VALID', 'The API key is not valid.');

/** Errors about permissions, teams, keys, mail, payments and the vault. */
export const resourceErrors = {
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
    {
      item_id: string;
      customer_id: string;
      item_customer_type: Customer | null;
      actual_customer_type: Customer;
    }
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
      product_customer_type: Customer | null;
      actual_customer_type: Customer;
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
