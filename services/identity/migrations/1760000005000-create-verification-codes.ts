import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateVerificationCodes1760000005000 implements MigrationInterface {
  readonly name = 'CreateVerificationCodes1760000005000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table verification_codes (
        project_id text not null,
        branch_id text not null,
        id uuid not null,
        type text not null,
        code_hash text not null,
        nonce_hash text not null,
        method json not null,
        data json not null,
        redirect_url text,
        attempts integer not null default 0,
        created_at_millis bigint not null,
        expires_at_millis bigint not null,
        used_at_millis bigint,
        primary key (project_id, branch_id, id)
      )`);
    await runner.query(`
      create unique index verification_codes_code on verification_codes (project_id, branch_id, code_hash)`);
    // Attempts are counted on everything that shares the last 39 characters, so guessing the typed
    // part of a code spends the tries of that code.
    await runner.query(`
      create index verification_codes_nonce on verification_codes (project_id, branch_id, nonce_hash)`);
    await runner.query(`create index verification_codes_expiry on verification_codes (expires_at_millis)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table verification_codes');
  }
}
