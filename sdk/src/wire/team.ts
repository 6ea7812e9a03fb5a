import type { Json } from './case.ts';

export interface TeamRead {
  readonly id: string;
  readonly display_name: string;
  readonly profile_image_url: string | null;
  readonly client_metadata: Json;
  readonly client_read_only_metadata: Json;
}

export interface ServerTeamRead extends TeamRead {
  readonly created_at_millis: number;
  readonly server_metadata: Json;
}

export interface TeamMemberProfileRead {
  readonly team_id: string;
  readonly user_id: string;
  readonly display_name: string | null;
  readonly profile_image_url: string | null;
}
