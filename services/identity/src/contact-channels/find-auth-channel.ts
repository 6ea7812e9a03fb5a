import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { tenant, type Db } from '../deps.ts';
import { emailSpellings } from '../users/email-address.ts';

/** An address that signs somebody in, and what is to be known about that somebody. */
export interface AuthChannel {
  user_id: string;
  /** As stored. */
  value: string;
  is_verified: boolean;
  display_name: string | null;
}

/** The address as given has precedence over its normalised spelling. */
export const findAuthChannel = async (
  db: Db,
  call: CallContext,
  email: string,
): Promise<AuthChannel | undefined> => {
  const [row] = await sql(db).query<AuthChannel>(
    `select a.user_id, a.value, a.is_verified, u.display_name
     from contact_channels a
     join users u on u.project_id = a.project_id and u.branch_id = a.branch_id and u.id = a.user_id
     where a.project_id = $1 and a.branch_id = $2 and a.type = 'email' and a.used_for_auth
       and a.value = any($3::text[])
     order by a.value = $4 desc limit 1`,
    [...tenant(call), emailSpellings(email), email],
    { name: 'find_auth_channel' },
  );
  return row;
};
