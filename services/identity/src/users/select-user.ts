/** The read model of a user: the row, its primary address and its ways to sign in, in one statement. */
import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import type { UserOAuthProvider } from '@portico/proto/identity/v1/users';
import { tenant, type Db } from '../deps.ts';
import { isUuid } from '../uuid.ts';
import { userEntity, type UserColumns } from './user.entity.ts';

export interface UserRow extends Omit<UserColumns, 'search_text'> {
  primary_email: string | null;
  primary_email_verified: boolean;
  primary_email_auth_enabled: boolean;
  passkey_auth_enabled: boolean;
  oauth_providers: UserOAuthProvider[];
}

/**
 * The columns by name, not `u.*`: a prepared statement of a running process would break when a
 * migration of the next version adds one.
 */
const OWN_COLUMNS = Object.keys(userEntity.options.columns)
  .filter((name) => name !== 'search_text')
  .map((name) => `u.${name}`)
  .join(', ');

/** Select list for a user `u` and its primary channel `c`. */
export const USER_COLUMNS = `
  ${OWN_COLUMNS}, c.value as primary_email,
  coalesce(c.is_verified, false) as primary_email_verified,
  coalesce(c.used_for_auth, false) as primary_email_auth_enabled,
  exists (
    select 1 from passkeys p where p.project_id = u.project_id and p.branch_id = u.branch_id and p.user_id = u.id
  ) as passkey_auth_enabled,
  coalesce((
    select json_agg(json_build_object(
      'id', o.provider_config_id, 'account_id', o.account_id, 'email', o.email,
      'type', o.provider_type, 'provider_user_id', o.account_id) order by o.created_at_millis, o.id)
    from oauth_accounts o
    where o.project_id = u.project_id and o.branch_id = u.branch_id and o.user_id = u.id
  ), '[]') as oauth_providers`;

export const JOIN_PRIMARY_EMAIL = `
  left join contact_channels c on c.project_id = u.project_id and c.branch_id = u.branch_id
    and c.user_id = u.id and c.type = 'email' and c.is_primary`;

const SELECT_USER = `
  select ${USER_COLUMNS} from users u ${JOIN_PRIMARY_EMAIL}
  where u.project_id = $1 and u.branch_id = $2 and u.id = $3`;

/** The user with that id; undefined for an unknown one and for what is no id at all. */
export const selectUser = async (
  db: Db,
  call: CallContext,
  user_id: string,
): Promise<UserRow | undefined> => {
  if (!isUuid(user_id)) return undefined;
  const parameters = [...tenant(call), user_id];
  const [row] = await sql(db).query<UserRow>(SELECT_USER, parameters, { name: 'select_user' });
  return row;
};

/** The same, keeping others from changing the user until the transaction ends. */
export const lockUser = async (tx: Db, call: CallContext, user_id: string): Promise<UserRow | undefined> => {
  if (!isUuid(user_id)) return undefined;
  const [row] = await sql(tx).query<UserRow>(`${SELECT_USER} for update of u`, [...tenant(call), user_id]);
  return row;
};
