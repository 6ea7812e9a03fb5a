import type { Event } from '@portico/proto/events/v1/event';
import type { EntityManager } from 'typeorm';
import { isOutage, StatusError } from '../errors.ts';

/** Does the work of one event inside `tx`; what it changes elsewhere must be idempotent. */
export type EventHandler = (event: Event, tx: EntityManager) => Promise<void>;

/** Whether a handler's failure is somebody else's outage and will pass. */
export const isPassing = (error: unknown): boolean =>
  isOutage(error) || (error instanceof StatusError && error.status === 503);
