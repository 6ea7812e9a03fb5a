import type { ProjectKeySet, ProjectKeyValue } from '@portico/proto/apikeys/v1/project_keys';
import type { KeyKind, ProjectKeySetRow } from './project-key-set.entity.ts';

type Complete<M> = { [K in keyof Required<M>]: M[K] };

/** The full text of the keys, known only while they are made. */
export type KeyValues = { [K in KeyKind]?: string };

const toKey = (last_four: string | null, value?: string): ProjectKeyValue | undefined =>
  last_four === null ? undefined : { last_four, value };

export const toProjectKeySet = (row: ProjectKeySetRow, values: KeyValues = {}): Complete<ProjectKeySet> => ({
  id: row.id,
  description: row.description,
  created_at_millis: row.created_at_millis,
  expires_at_millis: row.expires_at_millis,
  manually_revoked_at_millis: row.manually_revoked_at_millis ?? undefined,
  publishable_client_key: toKey(row.publishable_client_key_last_four, values.publishable_client_key),
  secret_server_key: toKey(row.secret_server_key_last_four, values.secret_server_key),
  super_secret_admin_key: toKey(row.super_secret_admin_key_last_four, values.super_secret_admin_key),
});
