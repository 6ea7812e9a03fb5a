import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { statusError } from '@portico/platform/errors';
import type { Keyring } from '@portico/platform/keyring';
import type { InboxMessageList, ListInboxMessagesRequest } from '@portico/proto/email/v1/inbox';
import type { DataSource } from 'typeorm';
import { toInboxMessage, type InboxRow } from './inbox-message.ts';

export type InboxDeps = { db: DataSource; keyring: Keyring; has_inbox: boolean };

const MOST_MESSAGES = 100;

const SELECT = `
  SELECT project_id, branch_id, id, recipient, sender, sealed_content, sent_at_millis FROM inbox_messages
  WHERE ($1 = '' OR (project_id = $1 AND branch_id = $2)) AND ($3::text IS NULL OR lower(recipient) = lower($3))
  ORDER BY position DESC LIMIT ${MOST_MESSAGES}`;

/** Newest first. A call outside any project sees the whole deployment's inbox. */
export const listInboxMessages =
  ({ db, keyring, has_inbox }: InboxDeps) =>
  async ({ to }: ListInboxMessagesRequest, call: CallContext): Promise<InboxMessageList> => {
    if (!has_inbox) throw statusError(404, 'There is no inbox: mail leaves through a mail server.');
    const rows = await sql(db).query<InboxRow>(SELECT, [call.project_id, call.branch_id, to ?? null]);
    return { items: rows.map((row) => toInboxMessage(row, keyring)) };
  };
