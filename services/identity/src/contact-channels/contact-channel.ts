import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import type { ContactChannel } from '@portico/proto/identity/v1/contact_channels';
import { tenant, type Complete, type Db } from '../deps.ts';
import { isUuid } from '../uuid.ts';

export interface ContactChannelRow {
  id: string;
  user_id: string;
  type: string;
  value: string;
  is_primary: boolean;
  is_verified: boolean;
  used_for_auth: boolean;
}

export const toContactChannel = (row: ContactChannelRow): Complete<ContactChannel> => ({
  id: row.id,
  user_id: row.user_id,
  type: row.type,
  value: row.value,
  is_primary: row.is_primary,
  is_verified: row.is_verified,
  used_for_auth: row.used_for_auth,
});

export interface ChannelFilter {
  user_id?: string;
  contact_channel_id?: string;
}

/** Oldest first. */
export const findContactChannels = async (
  db: Db,
  call: CallContext,
  { user_id, contact_channel_id }: ChannelFilter,
): Promise<ContactChannelRow[]> => {
  if ([user_id, contact_channel_id].some((id) => id !== undefined && !isUuid(id))) return [];
  return sql(db).query<ContactChannelRow>(
    `select * from contact_channels
     where project_id = $1 and branch_id = $2 and ($3::uuid is null or user_id = $3) and ($4::uuid is null or id = $4)
     order by created_at_millis, id`,
    [...tenant(call), user_id ?? null, contact_channel_id ?? null],
  );
};
