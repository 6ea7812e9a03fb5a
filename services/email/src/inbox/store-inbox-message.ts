import type { Clock } from '@portico/platform/clock';
import { sql } from '@portico/platform/db/sql';
import type { Keyring } from '@portico/platform/keyring';
import type { EntityManager } from 'typeorm';
import type { MailRoute } from '../delivery/mail-route.ts';
import type { QueuedMail } from '../queue/queued-mail.ts';
import type { RenderedMail } from '../rendering/render-mail.ts';
import { inboxPlace } from './inbox-message.ts';

type Deps = { keyring: Keyring; clock: Clock };

interface CapturedMail {
  readonly mail: QueuedMail;
  readonly route: MailRoute;
  readonly content: RenderedMail;
}

const INSERT = `
  INSERT INTO inbox_messages (project_id, branch_id, id, recipient, sender, sealed_content, sent_at_millis)
  VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`;

const senderText = ({ from }: MailRoute): string =>
  from.name ? `"${from.name.replace(/["\\]/g, '\\$&')}" <${from.address}>` : from.address;

export const storeInboxMessage = async (
  tx: EntityManager,
  deps: Deps,
  { mail, route, content }: CapturedMail,
) => {
  const { project_id, branch_id, id } = mail;
  const sealed = deps.keyring.seal(JSON.stringify(content), inboxPlace(mail));
  const values = [project_id, branch_id, id, mail.recipient, senderText(route), sealed, deps.clock.now()];
  await sql(tx).execute(INSERT, values, { name: 'store_inbox_message' });
};
