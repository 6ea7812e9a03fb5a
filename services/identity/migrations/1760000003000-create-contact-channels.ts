import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateContactChannels1760000003000 implements MigrationInterface {
  readonly name = 'CreateContactChannels1760000003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table contact_channels (
        project_id text not null,
        branch_id text not null,
        id uuid not null,
        user_id uuid not null,
        type text not null,
        value text not null,
        is_primary boolean not null default false,
        is_verified boolean not null default false,
        used_for_auth boolean not null default false,
        created_at_millis bigint not null,
        primary key (project_id, branch_id, id)
      )`);
    await runner.query(`
      create unique index contact_channels_value
      on contact_channels (project_id, branch_id, user_id, type, value)`);
    await runner.query(`
      create unique index contact_channels_primary
      on contact_channels (project_id, branch_id, user_id, type) where is_primary`);
    // What makes an address belong to one account: sign-ups racing for it meet here.
    await runner.query(`
      create unique index contact_channels_auth
      on contact_channels (project_id, branch_id, type, value) where used_for_auth`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table contact_channels');
  }
}
