import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateSecondFactors1760000011000 implements MigrationInterface {
  readonly name = 'CreateSecondFactors1760000011000';

  async up(runner: QueryRunner): Promise<void> {
    // The newest time step that was accepted; no earlier or equal one is ever again.
    await runner.query('alter table users add column totp_last_step bigint');
    await runner.query(`
      create table recovery_codes (
        project_id text not null,
        branch_id text not null,
        user_id uuid not null,
        code_hash text not null,
        created_at_millis bigint not null,
        used_at_millis bigint,
        primary key (project_id, branch_id, user_id, code_hash)
      )`);
    // Tries of a user in the current window, whichever attempt they belong to.
    await runner.query(`
      create table factor_tries (
        project_id text not null,
        branch_id text not null,
        user_id uuid not null,
        factor text not null,
        tries integer not null,
        window_ends_at_millis bigint not null,
        primary key (project_id, branch_id, user_id, factor)
      )`);
    await runner.query('create index factor_tries_expiry on factor_tries (window_ends_at_millis)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table factor_tries, recovery_codes');
    await runner.query('alter table users drop column totp_last_step');
  }
}
