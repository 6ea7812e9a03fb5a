import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Captured mail. Subject and parts are sealed, because links and codes sign people in. */
export class CreateInboxMessages20261120100200 implements MigrationInterface {
  readonly name = 'CreateInboxMessages20261120100200';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE inbox_messages (
        project_id text NOT NULL,
        branch_id text NOT NULL,
        id text NOT NULL,
        position bigint GENERATED ALWAYS AS IDENTITY,
        recipient text NOT NULL,
        sender text NOT NULL,
        sealed_content text NOT NULL,
        sent_at_millis bigint NOT NULL,
        PRIMARY KEY (project_id, branch_id, id)
      )`);
    // The inbox page belongs to the deployment and shows all projects, newest first.
    await queryRunner.query('CREATE INDEX inbox_messages_newest ON inbox_messages (position DESC)');
    await queryRunner.query(`
      CREATE INDEX inbox_messages_recipient ON inbox_messages (lower(recipient), position DESC)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE inbox_messages');
  }
}
