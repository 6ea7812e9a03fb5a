import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The id is that of the event which ordered the mail, so that an event handled twice queues one mail. */
export class CreateQueuedMails20261120100000 implements MigrationInterface {
  readonly name = 'CreateQueuedMails20261120100000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE queued_mails (
        project_id text NOT NULL,
        branch_id text NOT NULL,
        id text NOT NULL,
        template_key text NOT NULL,
        recipient text NOT NULL,
        user_id text,
        sealed_variables text,
        status text NOT NULL CHECK (status IN ('pending', 'sent', 'failed')),
        attempts integer NOT NULL DEFAULT 0,
        next_attempt_at_millis bigint NOT NULL,
        created_at_millis bigint NOT NULL,
        finished_at_millis bigint,
        failure text,
        PRIMARY KEY (project_id, branch_id, id)
      )`);
    // The worker serves all projects in turn, so its index starts with the time.
    await queryRunner.query(`
      CREATE INDEX queued_mails_due ON queued_mails (next_attempt_at_millis) WHERE status = 'pending'`);
    await queryRunner.query(`
      CREATE INDEX queued_mails_finished ON queued_mails (finished_at_millis) WHERE status <> 'pending'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE queued_mails');
  }
}
