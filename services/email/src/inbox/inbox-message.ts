import type { Keyring } from '@portico/platform/keyring';
import type { InboxMessage } from '@portico/proto/email/v1/inbox';
import type { RenderedMail } from '../rendering/render-mail.ts';

type Complete<M> = { [K in keyof Required<M>]: M[K] };

export interface InboxRow {
  readonly project_id: string;
  readonly branch_id: string;
  readonly id: string;
  readonly recipient: string;
  readonly sender: string;
  readonly sealed_content: string;
  readonly sent_at_millis: number;
}

/** What the sealed content is bound to. */
export const inboxPlace = ({
  project_id,
  branch_id,
  id,
}: Pick<InboxRow, 'project_id' | 'branch_id' | 'id'>) => `inbox_messages:${project_id}:${branch_id}:${id}`;

export const toInboxMessage = (row: InboxRow, keyring: Keyring): Complete<InboxMessage> => {
  const content = JSON.parse(keyring.open(row.sealed_content, inboxPlace(row))) as RenderedMail;
  return {
    id: row.id,
    to: row.recipient,
    from: row.sender,
    subject: content.subject,
    html: content.html,
    text: content.text,
    sent_at_millis: row.sent_at_millis,
  };
};
