import type { Log } from '@portico/platform/log';
import { setTimeout as sleep } from 'node:timers/promises';
import { attemptDelivery, type DeliveryDeps } from '../delivery/attempt-delivery.ts';
import { claimMails, renewClaims, RENEWAL_MILLIS } from './claim-mails.ts';
import type { QueuedMail } from './queued-mail.ts';
import { createWaker } from './waker.ts';

export interface MailWorker {
  start(): void;
  /** There may be a mail to deliver. */
  wake(): void;
  /** Gives the deliveries under way a moment to end; a mail of one that hangs becomes due again later. */
  stop(): Promise<void>;
}

type Deps = DeliveryDeps & { log: Log };

/** Longest time a mail queued by another process, or one whose pause is over, lies unnoticed. */
const POLL_MILLIS = 1_000;
const MOST_AT_ONCE = 20;
/** So that one project's dead mail server does not keep everybody else's mail waiting. */
const MOST_OF_ONE_PROJECT = 4;
const CLAIM_SIZE = 4;
const STOP_MILLIS = 5_000;

export const createMailWorker = (deps: Deps): MailWorker => {
  const controller = new AbortController();
  const { wake, wait } = createWaker(controller.signal);
  const underWay = new Map<Promise<void>, QueuedMail>();
  let running: Promise<void> = Promise.resolve();
  let renewals: NodeJS.Timeout | undefined;

  const busyProjects = (): string[] => {
    const counts = new Map<string, number>();
    for (const { project_id } of underWay.values()) counts.set(project_id, (counts.get(project_id) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= MOST_OF_ONE_PROJECT).map(([project_id]) => project_id);
  };

  /** A failure to record leaves the mail claimed; it becomes due again when its lease ends. */
  const deliver = (mail: QueuedMail): void => {
    const delivery = attemptDelivery(deps, mail)
      .catch((err: unknown) => deps.log.error({ err, mail_id: mail.id }, 'delivering a mail failed'))
      .finally(() => {
        underWay.delete(delivery);
        wake();
      });
    underWay.set(delivery, mail);
  };

  const deliverDue = async (): Promise<number> => {
    const limit = Math.min(CLAIM_SIZE, MOST_AT_ONCE - underWay.size);
    if (limit <= 0) return 0;
    const mails = await claimMails(deps, { limit, busy_projects: busyProjects() });
    mails.forEach(deliver);
    return mails.length;
  };

  const renew = (): void => {
    renewClaims(deps, [...underWay.values()]).catch((err: unknown) =>
      deps.log.warn({ err }, 'keeping mail failed'),
    );
  };

  const work = async (): Promise<void> => {
    while (!controller.signal.aborted) {
      const claimed = await deliverDue().catch((err: unknown) => {
        deps.log.warn({ err }, 'looking for mail to deliver failed');
        return 0;
      });
      if (claimed === 0) await wait(POLL_MILLIS);
    }
  };

  return {
    start: () => {
      running = work();
      renewals = setInterval(renew, RENEWAL_MILLIS);
    },
    wake,
    stop: async () => {
      controller.abort();
      clearInterval(renewals);
      await running;
      await Promise.race([
        Promise.allSettled(underWay.keys()),
        sleep(STOP_MILLIS, undefined, { ref: false }),
      ]);
    },
  };
};
