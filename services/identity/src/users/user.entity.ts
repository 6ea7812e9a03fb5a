import { EntitySchema } from 'typeorm';

/** Any JSON value. */
type Json = object | string | number | boolean | null;

export interface UserColumns {
  project_id: string;
  branch_id: string;
  id: string;
  display_name: string | null;
  profile_image_url: string | null;
  signed_up_at_millis: number;
  last_active_at_millis: number;
  client_metadata: Json;
  client_read_only_metadata: Json;
  server_metadata: Json;
  password_hash: string | null;
  otp_auth_enabled: boolean;
  requires_totp_mfa: boolean;
  totp_secret_sealed: string | null;
  /** The newest time step whose code was accepted. */
  totp_last_step: number | null;
  selected_team_id: string | null;
  is_anonymous: boolean;
  /** When the teams service has done its part; null until then. */
  provisioned_at_millis: number | null;
  /** Lower-cased display name and addresses, for the search of lists. */
  search_text: string;
}

/** Fields that are stored as they are given, and the weakest access type that may write them. */
export const PLAIN_FIELDS = {
  display_name: 'client',
  client_metadata: 'client',
  client_read_only_metadata: 'server',
  server_metadata: 'server',
} as const satisfies Partial<Record<keyof UserColumns, 'client' | 'server'>>;

const nullableText = { type: 'text', nullable: true } as const;
const nullableJson = { type: 'json', nullable: true } as const;
const flag = { type: 'boolean', default: false } as const;

export const userEntity = new EntitySchema<UserColumns>({
  name: 'User',
  tableName: 'users',
  columns: {
    project_id: { type: 'text', primary: true },
    branch_id: { type: 'text', primary: true },
    id: { type: 'uuid', primary: true },
    display_name: nullableText,
    profile_image_url: nullableText,
    signed_up_at_millis: { type: 'bigint' },
    last_active_at_millis: { type: 'bigint' },
    client_metadata: nullableJson,
    client_read_only_metadata: nullableJson,
    server_metadata: nullableJson,
    password_hash: nullableText,
    otp_auth_enabled: flag,
    requires_totp_mfa: flag,
    totp_secret_sealed: nullableText,
    totp_last_step: { type: 'bigint', nullable: true },
    selected_team_id: { type: 'uuid', nullable: true },
    is_anonymous: flag,
    provisioned_at_millis: { type: 'bigint', nullable: true },
    search_text: { type: 'text', default: '' },
  },
});
