import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Metadata is `json`, not `jsonb`: it keeps every character and the order of keys as they were sent. */
export class CreateTeams20261120110100 implements MigrationInterface {
  readonly name = 'CreateTeams20261120110100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE teams (
        project_id text NOT NULL,
        branch_id text NOT NULL,
        id uuid NOT NULL,
        display_name text NOT NULL,
        profile_image_url text,
        client_metadata json,
        client_read_only_metadata json,
        server_metadata json,
        created_at_millis bigint NOT NULL,
        PRIMARY KEY (project_id, branch_id, id)
      )`);
    await runner.query(`CREATE INDEX teams_oldest ON teams (project_id, branch_id, created_at_millis, id)`);
    await runner.query(`
      CREATE TABLE team_memberships (
        project_id text NOT NULL,
        branch_id text NOT NULL,
        team_id uuid NOT NULL,
        user_id uuid NOT NULL,
        created_at_millis bigint NOT NULL,
        PRIMARY KEY (project_id, branch_id, team_id, user_id),
        FOREIGN KEY (project_id, branch_id, team_id) REFERENCES teams ON DELETE CASCADE
      )`);
    await runner.query(`
      CREATE INDEX team_memberships_user ON team_memberships (project_id, branch_id, user_id, team_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE team_memberships, teams');
  }
}
