import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateCliLogins1760000012000 implements MigrationInterface {
  readonly name = 'CreateCliLogins1760000012000';

  async up(runner: QueryRunner): Promise<void> {
    // The refresh token lies here sealed from the completion until it is handed out, once.
    await runner.query(`
      create table cli_logins (
        project_id text not null,
        branch_id text not null,
        id uuid not null,
        polling_code_hash text not null,
        login_code_hash text not null,
        session_id uuid,
        refresh_token_sealed text,
        created_at_millis bigint not null,
        expires_at_millis bigint not null,
        used_at_millis bigint,
        primary key (project_id, branch_id, id)
      )`);
    await runner.query(`
      create unique index cli_logins_polling_code on cli_logins (project_id, branch_id, polling_code_hash)`);
    await runner.query(`
      create unique index cli_logins_login_code on cli_logins (project_id, branch_id, login_code_hash)`);
    await runner.query('create index cli_logins_expiry on cli_logins (expires_at_millis)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table cli_logins');
  }
}
