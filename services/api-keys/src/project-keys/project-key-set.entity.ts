import { EntitySchema, type ValueTransformer } from 'typeorm';

/** The keys a set may hold, each for one access type. */
export const KEY_KINDS = ['publishable_client_key', 'secret_server_key', 'super_secret_admin_key'] as const;

export type KeyKind = (typeof KEY_KINDS)[number];

type KeyColumns = { [K in KeyKind as `${K}_hash` | `${K}_last_four`]: string | null };

export interface ProjectKeySetRow extends KeyColumns {
  project_id: string;
  id: string;
  description: string;
  created_at_millis: number;
  expires_at_millis: number;
  manually_revoked_at_millis: number | null;
}

/** The driver hands bigint over as text. */
const millis: ValueTransformer = {
  to: (value: unknown) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};

const keyColumn = { type: 'text', nullable: true } as const;

/** A set belongs to the whole project: its keys open every branch, hence no branch column. */
export const ProjectKeySetEntity = new EntitySchema<ProjectKeySetRow>({
  name: 'project_key_set',
  tableName: 'project_key_sets',
  columns: {
    project_id: { type: 'text', primary: true },
    id: { type: 'text', primary: true },
    description: { type: 'text' },
    created_at_millis: { type: 'bigint', transformer: millis },
    expires_at_millis: { type: 'bigint', transformer: millis },
    manually_revoked_at_millis: { type: 'bigint', nullable: true, transformer: millis },
    publishable_client_key_hash: keyColumn,
    publishable_client_key_last_four: keyColumn,
    secret_server_key_hash: keyColumn,
    secret_server_key_last_four: keyColumn,
    super_secret_admin_key_hash: keyColumn,
    super_secret_admin_key_last_four: keyColumn,
  },
});
