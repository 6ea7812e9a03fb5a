import type { CallContext } from '@portico/platform/call';
import { isUniqueViolation, sql } from '@portico/platform/db/sql';
import { newUuid } from '@portico/platform/ids';
import type { EntityManager } from 'typeorm';
import { tenant } from '../deps.ts';
import { emailTaken } from '../users/email-address.ts';
import type { ContactChannelRow } from './contact-channel.ts';

export interface NewEmailChannel {
  user_id: string;
  /** Normalised. */
  value: string;
  is_primary: boolean;
  is_verified: boolean;
  used_for_auth: boolean;
  created_at_millis: number;
}

/** @throws USER_EMAIL_ALREADY_EXISTS when the address is to sign in and already signs in somebody else. */
export const insertEmailChannel = async (
  tx: EntityManager,
  call: CallContext,
  channel: NewEmailChannel,
): Promise<ContactChannelRow> => {
  const { created_at_millis, ...fields } = channel;
  const row = { id: newUuid(), type: 'email', ...fields };
  try {
    await sql(tx).execute(
      `insert into contact_channels
       (project_id, branch_id, id, user_id, type, value, is_primary, is_verified, used_for_auth, created_at_millis)
       values ($1, $2, $3, $4, 'email', $5, $6, $7, $8, $9)`,
      [
        ...tenant(call),
        row.id,
        row.user_id,
        row.value,
        row.is_primary,
        row.is_verified,
        row.used_for_auth,
        created_at_millis,
      ],
    );
    return row;
  } catch (error) {
    if (!isUniqueViolation(error, 'contact_channels_auth')) throw error;
    throw emailTaken(row.value);
  }
};
