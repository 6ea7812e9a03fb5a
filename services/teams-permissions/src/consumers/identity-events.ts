import { systemCall, type CallContext } from '@portico/platform/call';
import type { Event } from '@portico/proto/events/v1/event';
import type { EntityManager } from 'typeorm';
import { writeSettings } from '../provisioning/apply-project-settings.ts';
import { removeUser } from '../provisioning/deprovision-user.ts';
import { eraseProject } from '../provisioning/remove-project.ts';

/** What the deed of an event's actor entails is still the actor's deed. */
const callOf = (event: Event): CallContext => {
  const call = systemCall(event.project_id, event.branch_id);
  return event.actor === undefined ? call : { ...call, user_id: event.actor };
};

const onUserDeleted = (event: Event, tx: EntityManager): Promise<void> =>
  removeUser(tx, event.subject, callOf(event));

const onProjectDeleted = (event: Event, tx: EntityManager): Promise<void> =>
  eraseProject(tx, event.project_id);

const onSettingsChanged = async (event: Event, tx: EntityManager): Promise<void> => {
  if (event.project_settings) await writeSettings(tx, event.project_settings, callOf(event));
};

/**
 * The identity service does all of this by calls and waits for them; the events make up for a call that was lost
 * when a process died in between.
 */
export const identityEventHandlers = {
  'user.deleted': onUserDeleted,
  'project.deleted': onProjectDeleted,
  'project.settings_changed': onSettingsChanged,
};
