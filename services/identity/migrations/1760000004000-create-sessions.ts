import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateSessions1760000004000 implements MigrationInterface {
  readonly name = 'CreateSessions1760000004000';

  async up(runner: QueryRunner): Promise<void> {
    // A revoked session keeps its row until it is purged: that is how access tokens learn of it.
    await runner.query(`
      create table sessions (
        project_id text not null,
        branch_id text not null,
        id uuid not null,
        user_id uuid not null,
        refresh_token_hash text not null,
        is_impersonation boolean not null default false,
        created_at_millis bigint not null,
        expires_at_millis bigint not null,
        last_used_at_millis bigint,
        last_used_ip_info json,
        revoked_at_millis bigint,
        primary key (project_id, branch_id, id)
      ) with (fillfactor = 90)`);
    await runner.query(`
      create unique index sessions_refresh_token on sessions (project_id, branch_id, refresh_token_hash)`);
    await runner.query(`
      create index sessions_user on sessions (project_id, branch_id, user_id, created_at_millis)`);
    await runner.query(`create index sessions_expiry on sessions (expires_at_millis)`);
    await runner.query(`
      create index sessions_revoked on sessions (revoked_at_millis) where revoked_at_millis is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table sessions');
  }
}
