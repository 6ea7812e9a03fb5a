import { type CallContext, systemCall } from '@portico/platform/call';
import { knownErrors } from '@portico/platform/known-errors';
import { createLocalBus } from '@portico/platform/events/local-bus';
import { inProcess } from '@portico/platform/grpc/unary';
import { createKeyring, newKeyringEntry } from '@portico/platform/keyring';
import { createLog } from '@portico/platform/log';
import { createFakeClock } from '@portico/platform/testing/clock';
import { InboxServiceDefinition } from '@portico/proto/email/v1/inbox';
import { MailServiceDefinition } from '@portico/proto/email/v1/mail';
import { Event } from '@portico/proto/events/v1/event';
import { EmailSettings } from '@portico/proto/identity/v1/config';
import { randomUUID } from 'node:crypto';
import { createEmailService } from '../service.ts';
import { openTestDatabase } from './open-test-database.ts';

export interface MailOrder {
  readonly to?: string;
  readonly project_id?: string;
  readonly template_key?: string;
  readonly variables?: Record<string, string>;
}

export interface EmailOptions {
  readonly smtp_url?: string;
}

/** The service with a database of its own, and projects whose settings the test decides. */
export const startEmail = async ({ smtp_url }: EmailOptions = {}) => {
  const db = await openTestDatabase('email');
  const bus = createLocalBus();
  const clock = createFakeClock();
  const keyring = createKeyring(newKeyringEntry('k1'));
  const settings = new Map<string, EmailSettings>();
  const outage = { error: undefined as Error | undefined };

  const getEmailSettings = async (_req: object, { project_id }: CallContext) => {
    if (outage.error) throw outage.error;
    const found = settings.get(project_id);
    if (!found) throw knownErrors.CURRENT_PROJECT_NOT_FOUND({ project_id });
    return found;
  };

  const service = createEmailService({
    db,
    bus,
    clock,
    keyring,
    log: createLog({ name: 'email', level: 'silent' }),
    config: { PORTICO_SMTP_URL: smtp_url, PORTICO_MAIL_FROM: 'Portico <no-reply@portico.test>' },
    identity: { config: { getEmailSettings } },
  });
  const told: Event[] = [];
  const handle = async (event: Event) => void told.push(event);
  await bus.subscribe({ topics: ['portico.email'], group: 'test', handle });
  await service.start();

  const addProject = (
    display_name: string,
    server: Partial<EmailSettings['server']> = { type: 'shared' },
  ): string => {
    const project_id = randomUUID();
    settings.set(project_id, EmailSettings.fromPartial({ project_display_name: display_name, server }));
    return project_id;
  };
  const project_id = addProject('Harbor');

  const newOrder = (order: MailOrder = {}): Event => {
    const id = randomUUID();
    const variables = order.variables ?? { emailVerificationLink: 'https://app.test/verify?code=abc' };
    return Event.fromPartial({
      id,
      type: 'email.requested',
      project_id: order.project_id ?? project_id,
      branch_id: 'main',
      subject: randomUUID(),
      occurred_at_millis: clock.now(),
      email_requested: {
        to: order.to ?? 'mara@example.com',
        template_key: order.template_key ?? 'email_verification',
        sealed_variables: keyring.seal(JSON.stringify(variables), id),
      },
    });
  };

  const rpcs = {
    inbox: inProcess(InboxServiceDefinition, service.rpcs.inbox),
    mail: inProcess(MailServiceDefinition, service.rpcs.mail),
  };
  const order = async (mail: MailOrder = {}): Promise<Event> => {
    const event = newOrder(mail);
    await bus.publish('portico.identity', [event]);
    return event;
  };
  const listInbox = async (to?: string, call = systemCall(project_id)) =>
    (await rpcs.inbox.listInboxMessages({ to }, call)).items;
  const stop = async () => {
    await service.stop();
    await bus.stop();
    await db.destroy();
  };
  return {
    db,
    bus,
    clock,
    keyring,
    settings,
    outage,
    told,
    project_id,
    rpcs,
    addProject,
    newOrder,
    order,
    listInbox,
    stop,
  };
};

export type TestEmail = Awaited<ReturnType<typeof startEmail>>;
