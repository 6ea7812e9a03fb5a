import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Direct grants; what they contain is looked up in the definitions when it is asked for. */
export class CreateGrants20261120110200 implements MigrationInterface {
  readonly name = 'CreateGrants20261120110200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE team_permission_grants (
        project_id text NOT NULL,
        branch_id text NOT NULL,
        team_id uuid NOT NULL,
        user_id uuid NOT NULL,
        permission_id text NOT NULL,
        PRIMARY KEY (project_id, branch_id, team_id, user_id, permission_id),
        FOREIGN KEY (project_id, branch_id, team_id, user_id) REFERENCES team_memberships ON DELETE CASCADE
      )`);
    await runner.query(`
      CREATE INDEX team_permission_grants_user
      ON team_permission_grants (project_id, branch_id, user_id, team_id, permission_id)`);
    await runner.query(`
      CREATE TABLE project_permission_grants (
        project_id text NOT NULL,
        branch_id text NOT NULL,
        user_id uuid NOT NULL,
        permission_id text NOT NULL,
        PRIMARY KEY (project_id, branch_id, user_id, permission_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE project_permission_grants, team_permission_grants');
  }
}
