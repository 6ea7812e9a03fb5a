import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The unique indexes are global on purpose: a key stands for one set of one project. They serve the check as
 * well, because a hash leaves at most one row whose project is then compared.
 */
export class CreateProjectKeySets20261120100000 implements MigrationInterface {
  readonly name = 'CreateProjectKeySets20261120100000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE project_key_sets (
        project_id text NOT NULL,
        id text NOT NULL,
        description text NOT NULL,
        created_at_millis bigint NOT NULL,
        expires_at_millis bigint NOT NULL,
        manually_revoked_at_millis bigint,
        publishable_client_key_hash text,
        publishable_client_key_last_four text,
        secret_server_key_hash text,
        secret_server_key_last_four text,
        super_secret_admin_key_hash text,
        super_secret_admin_key_last_four text,
        PRIMARY KEY (project_id, id)
      )`);
    await queryRunner.query(`
      CREATE INDEX project_key_sets_newest ON project_key_sets (project_id, created_at_millis DESC, id DESC)`);
    for (const kind of ['publishable_client_key', 'secret_server_key', 'super_secret_admin_key']) {
      await queryRunner.query(`
        CREATE UNIQUE INDEX project_key_sets_${kind}_hash ON project_key_sets (${kind}_hash)
        WHERE ${kind}_hash IS NOT NULL`);
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE project_key_sets');
  }
}
