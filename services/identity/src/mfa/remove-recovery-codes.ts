import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import type { EntityManager } from 'typeorm';
import { tenant } from '../deps.ts';

/** They belong to one enrolment, and go with it. */
export const removeRecoveryCodes = async (
  tx: EntityManager,
  call: CallContext,
  user_id: string,
): Promise<void> => {
  await sql(tx).execute(
    'delete from recovery_codes where project_id = $1 and branch_id = $2 and user_id = $3',
    [...tenant(call), user_id],
  );
};
