import { EntitySchema } from 'typeorm';

export interface TeamRow {
  project_id: string;
  branch_id: string;
  id: string;
  display_name: string;
  profile_image_url: string | null;
  client_metadata: unknown;
  client_read_only_metadata: unknown;
  server_metadata: unknown;
  created_at_millis: number;
}

export const TeamEntity = new EntitySchema<TeamRow>({
  name: 'team',
  tableName: 'teams',
  columns: {
    project_id: { type: 'text', primary: true },
    branch_id: { type: 'text', primary: true },
    id: { type: 'uuid', primary: true },
    display_name: { type: 'text' },
    profile_image_url: { type: 'text', nullable: true },
    client_metadata: { type: 'json', nullable: true },
    client_read_only_metadata: { type: 'json', nullable: true },
    server_metadata: { type: 'json', nullable: true },
    created_at_millis: { type: 'bigint' },
  },
});
