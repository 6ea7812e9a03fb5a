import type { CallContext } from '@portico/platform/call';
import { emit } from '@portico/platform/events/outbox';
import { newUuid } from '@portico/platform/ids';
import { Event } from '@portico/proto/events/v1/event';
import type { EntityManager } from 'typeorm';
import { eventOf, type IdentityDeps } from '../deps.ts';

export interface MailOrder {
  to: string;
  template_key: string;
  /** Whom the mail is about, when it is somebody. */
  user_id?: string;
  /** What the mail is filled with; it may hold secrets. */
  variables: Readonly<Record<string, string>>;
}

/** Orders a mail together with whatever else the transaction does, both or neither. */
export const orderMail = async (
  tx: EntityManager,
  call: CallContext,
  { keyring, ...order }: MailOrder & Pick<IdentityDeps, 'keyring'>,
): Promise<Event> => {
  const { to, template_key, user_id, variables } = order;
  const id = newUuid();
  const event = Event.fromPartial({
    ...eventOf(call, 'email.requested', user_id ?? to),
    id,
    occurred_at_millis: Date.now(),
    email_requested: {
      to,
      template_key,
      user_id,
      sealed_variables: keyring.seal(JSON.stringify(variables), id),
    },
  });
  await emit(tx, event);
  return event;
};
