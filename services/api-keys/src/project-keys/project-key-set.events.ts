import type { CallContext } from '@portico/platform/call';
import type { NewEvent } from '@portico/platform/events/outbox';
import { KEY_KINDS, type ProjectKeySetRow } from './project-key-set.entity.ts';

const aboutKeySet = (row: ProjectKeySetRow, call: CallContext) => ({
  project_id: row.project_id,
  branch_id: call.branch_id,
  subject: row.id,
  actor: call.user_id ?? call.access_type,
});

export const keySetCreated = (row: ProjectKeySetRow, call: CallContext): NewEvent => ({
  ...aboutKeySet(row, call),
  type: 'api_key_set.created',
  data: {
    description: row.description,
    expires_at_millis: row.expires_at_millis,
    keys: KEY_KINDS.filter((kind) => row[`${kind}_hash`] !== null),
  },
});

export const keySetRevoked = (row: ProjectKeySetRow, call: CallContext): NewEvent => ({
  ...aboutKeySet(row, call),
  type: 'api_key_set.revoked',
});
