import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the identity service tells about projects and users, kept here so that a check needs no other service. */
export class CreateProjectSettings20261120110000 implements MigrationInterface {
  readonly name = 'CreateProjectSettings20261120110000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE project_settings (
        project_id text NOT NULL,
        branch_id text NOT NULL,
        version bigint NOT NULL,
        team_creator_default_permissions text[] NOT NULL,
        team_member_default_permissions text[] NOT NULL,
        user_default_permissions text[] NOT NULL,
        client_team_creation_enabled boolean NOT NULL,
        create_team_on_sign_up boolean NOT NULL,
        PRIMARY KEY (project_id, branch_id)
      )`);
    await runner.query(`
      CREATE TABLE permission_definitions (
        project_id text NOT NULL,
        branch_id text NOT NULL,
        id text NOT NULL,
        scope text NOT NULL,
        description text,
        contained_permission_ids text[] NOT NULL,
        PRIMARY KEY (project_id, branch_id, id)
      )`);
    await runner.query(`
      CREATE TABLE provisioned_users (
        project_id text NOT NULL,
        branch_id text NOT NULL,
        user_id uuid NOT NULL,
        personal_team_id uuid,
        is_deprovisioned boolean NOT NULL DEFAULT false,
        PRIMARY KEY (project_id, branch_id, user_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE provisioned_users, permission_definitions, project_settings');
  }
}
