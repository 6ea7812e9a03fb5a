import type { Event } from '@portico/proto/events/v1/event';
import type { EntityManager } from 'typeorm';
import { deleteProjectMail } from '../inbox/remove-project-mail.ts';

/** The owner of projects removes the mail itself; this repeats it in case it died in between. */
export const onProjectDeleted = ({ project_id }: Event, tx: EntityManager): Promise<void> =>
  deleteProjectMail(tx, project_id);
