import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One row for each try to deliver. The subject is sealed, because some carry a code. */
export class CreateSentMails20261120100100 implements MigrationInterface {
  readonly name = 'CreateSentMails20261120100100';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE sent_mails (
        project_id text NOT NULL,
        branch_id text NOT NULL,
        id text NOT NULL,
        mail_id text,
        user_id text,
        sealed_subject text NOT NULL,
        recipients text[] NOT NULL,
        sender_config jsonb NOT NULL,
        error jsonb,
        sent_at_millis bigint NOT NULL,
        PRIMARY KEY (project_id, branch_id, id)
      )`);
    await queryRunner.query(`
      CREATE INDEX sent_mails_newest ON sent_mails (project_id, branch_id, sent_at_millis DESC, id DESC)`);
    await queryRunner.query('CREATE INDEX sent_mails_age ON sent_mails (sent_at_millis)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE sent_mails');
  }
}
