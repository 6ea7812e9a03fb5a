import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lines are only ever appended; the trigger refuses everything else, also to whoever holds the service's
 * password. The head of each log is what appends take turns on, and it shows when the last lines are missing.
 */
export class CreateAuditLog20261120100000 implements MigrationInterface {
  readonly name = 'CreateAuditLog20261120100000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE audit_log_entries (
        project_id text NOT NULL,
        branch_id text NOT NULL,
        sequence bigint NOT NULL,
        event_id text NOT NULL,
        type text NOT NULL,
        subject text NOT NULL,
        actor text,
        occurred_at_millis bigint NOT NULL,
        previous_hash text NOT NULL,
        hash text NOT NULL,
        PRIMARY KEY (project_id, branch_id, sequence)
      )`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX audit_log_entries_event ON audit_log_entries (project_id, branch_id, event_id)`);
    await queryRunner.query(`
      CREATE TABLE audit_log_heads (
        project_id text NOT NULL,
        branch_id text NOT NULL,
        sequence bigint NOT NULL,
        hash text NOT NULL,
        PRIMARY KEY (project_id, branch_id)
      )`);
    await queryRunner.query(`
      CREATE FUNCTION refuse_audit_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'The audit log is append-only.';
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER audit_log_entries_append_only BEFORE UPDATE OR DELETE ON audit_log_entries
      FOR EACH ROW EXECUTE FUNCTION refuse_audit_log_change()`);
    await queryRunner.query(`
      CREATE TRIGGER audit_log_entries_no_truncate BEFORE TRUNCATE ON audit_log_entries
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_log_change()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE audit_log_heads, audit_log_entries');
    await queryRunner.query('DROP FUNCTION refuse_audit_log_change');
  }
}
