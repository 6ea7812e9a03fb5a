import { EntitySchema } from 'typeorm';

export interface ProjectColumns {
  project_id: string;
  display_name: string;
  description: string;
  logo_url: string | null;
  full_logo_url: string | null;
  is_production_mode: boolean;
  /** A team of project `internal`. */
  owner_team_id: string | null;
  created_at_millis: number;
}

const text = { type: 'text' } as const;
const nullableText = { type: 'text', nullable: true } as const;

export const projectEntity = new EntitySchema<ProjectColumns>({
  name: 'Project',
  tableName: 'projects',
  columns: {
    project_id: { type: 'text', primary: true },
    display_name: text,
    description: text,
    logo_url: nullableText,
    full_logo_url: nullableText,
    is_production_mode: { type: 'boolean' },
    owner_team_id: { type: 'uuid', nullable: true },
    created_at_millis: { type: 'bigint' },
  },
});
