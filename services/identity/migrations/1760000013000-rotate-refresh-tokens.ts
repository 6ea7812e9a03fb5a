import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RotateRefreshTokens1760000013000 implements MigrationInterface {
  readonly name = 'RotateRefreshTokens1760000013000';

  async up(runner: QueryRunner): Promise<void> {
    // Only in projects that rotate: the token in force, for those who come with its predecessor in time.
    await runner.query('alter table sessions add column refresh_token_sealed text');
    await runner.query(`
      create table spent_refresh_tokens (
        project_id text not null,
        branch_id text not null,
        refresh_token_hash text not null,
        session_id uuid not null,
        spent_at_millis bigint not null,
        expires_at_millis bigint not null,
        primary key (project_id, branch_id, refresh_token_hash)
      )`);
    await runner.query(
      'create index spent_refresh_tokens_expiry on spent_refresh_tokens (expires_at_millis)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table spent_refresh_tokens');
    await runner.query('alter table sessions drop column refresh_token_sealed');
  }
}
