import type { CallContext } from '@portico/platform/call';
import { isUniqueViolation, sql } from '@portico/platform/db/sql';
import { emit } from '@portico/platform/events/outbox';
import { newUuid } from '@portico/platform/ids';
import { knownErrors } from '@portico/platform/known-errors';
import type { EntityManager } from 'typeorm';
import { insertEmailChannel } from '../contact-channels/insert-email-channel.ts';
import { tenant } from '../deps.ts';
import { searchText } from './search-text.ts';
import { selectUser, type UserRow } from './select-user.ts';
import { userEntity, type UserColumns } from './user.entity.ts';
import { userEvent } from './user.events.ts';

export interface NewOAuthAccount {
  id?: string;
  provider_config_id: string;
  provider_type: string;
  account_id: string;
  email: string | null;
}

export interface NewUser {
  columns: Partial<Omit<UserColumns, 'project_id' | 'branch_id' | 'search_text'>> & { id: string };
  /** The primary address, normalised. */
  email?: { value: string; is_verified: boolean; used_for_auth: boolean };
  oauth_accounts?: readonly NewOAuthAccount[];
  now: number;
}

const insertOAuthAccounts = async (tx: EntityManager, call: CallContext, user: NewUser): Promise<void> => {
  for (const account of user.oauth_accounts ?? []) {
    try {
      await sql(tx).execute(
        `insert into oauth_accounts
         (project_id, branch_id, id, user_id, provider_config_id, provider_type, account_id, email, created_at_millis)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          ...tenant(call),
          account.id ?? newUuid(),
          user.columns.id,
          account.provider_config_id,
          account.provider_type,
          account.account_id,
          account.email,
          user.now,
        ],
      );
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw knownErrors.OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN();
    }
  }
};

/**
 * The part of every way to create a user that is one transaction: row, address, links and event.
 * `provisionUser` has to follow the commit.
 */
export const insertUser = async (tx: EntityManager, call: CallContext, user: NewUser): Promise<UserRow> => {
  const [project_id, branch_id] = tenant(call);
  const { columns, email, now } = user;
  await tx.insert(userEntity, {
    display_name: null,
    signed_up_at_millis: now,
    last_active_at_millis: now,
    ...columns,
    project_id,
    branch_id,
    search_text: searchText(columns.display_name ?? null, email ? [email.value] : []),
  });
  if (email) {
    await insertEmailChannel(tx, call, {
      ...email,
      user_id: columns.id,
      is_primary: true,
      created_at_millis: now,
    });
  }
  await insertOAuthAccounts(tx, call, user);
  const row = await selectUser(tx, call, columns.id);
  if (!row) throw new Error('A user is missing right after its insertion.');
  await emit(tx, userEvent(call, 'user.created', row));
  return row;
};
