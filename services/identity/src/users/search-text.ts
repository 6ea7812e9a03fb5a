import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import type { EntityManager } from 'typeorm';
import { tenant } from '../deps.ts';

/** Keeps the parts apart; nobody types it. */
const SEPARATOR = '\u0001';

/**
 * What the search of users looks through. One column for name and addresses lets one trigram index
 * answer the whole question; the lower case is made here, because the database's depends on its locale.
 */
export const searchText = (display_name: string | null, addresses: readonly string[]): string =>
  [display_name ?? '', ...addresses].join(SEPARATOR).toLowerCase();

/** Call it after any change to a user's name or addresses, in the same transaction. */
export const refreshSearchText = async (
  tx: EntityManager,
  call: CallContext,
  user_id: string,
): Promise<void> => {
  const [row] = await sql(tx).query<{ display_name: string | null; addresses: string[] }>(
    `select u.display_name, array(
       select c.value from contact_channels c
       where c.project_id = u.project_id and c.branch_id = u.branch_id and c.user_id = u.id
       order by c.created_at_millis, c.id
     ) as addresses
     from users u where u.project_id = $1 and u.branch_id = $2 and u.id = $3`,
    [...tenant(call), user_id],
  );
  if (!row) return;
  await sql(tx).execute(
    'update users set search_text = $4 where project_id = $1 and branch_id = $2 and id = $3',
    [...tenant(call), user_id, searchText(row.display_name, row.addresses)],
  );
};
