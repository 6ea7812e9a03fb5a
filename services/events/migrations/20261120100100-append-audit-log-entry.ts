import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Appends in one round trip, so that the head of a project's log is locked for as short as possible. The text
 * that is hashed is the one of `hashOf`, which verifies it without the database's help.
 */
export class AppendAuditLogEntry20261120100100 implements MigrationInterface {
  readonly name = 'AppendAuditLogEntry20261120100100';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE FUNCTION append_audit_log_entry(
        of_project text, of_branch text, of_event text, of_type text, of_subject text, of_actor text, at_millis bigint
      ) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        head audit_log_heads;
        next_hash text;
      BEGIN
        INSERT INTO audit_log_heads (project_id, branch_id, sequence, hash)
        VALUES (of_project, of_branch, 0, repeat('0', 64)) ON CONFLICT DO NOTHING;
        SELECT * INTO STRICT head FROM audit_log_heads
        WHERE project_id = of_project AND branch_id = of_branch FOR UPDATE;

        next_hash := encode(sha256(convert_to('[' || concat_ws(',',
          to_json(head.hash), to_json(of_project), to_json(of_branch), head.sequence + 1, to_json(of_event),
          to_json(of_type), to_json(of_subject), coalesce(to_json(of_actor)::text, 'null'), at_millis
        ) || ']', 'UTF8')), 'hex');

        INSERT INTO audit_log_entries (project_id, branch_id, sequence, event_id, type, subject, actor,
          occurred_at_millis, previous_hash, hash)
        VALUES (of_project, of_branch, head.sequence + 1, of_event, of_type, of_subject, of_actor,
          at_millis, head.hash, next_hash)
        ON CONFLICT (project_id, branch_id, event_id) DO NOTHING;
        IF FOUND THEN
          UPDATE audit_log_heads SET sequence = head.sequence + 1, hash = next_hash
          WHERE project_id = of_project AND branch_id = of_branch;
        END IF;
      END $$`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION append_audit_log_entry');
  }
}
