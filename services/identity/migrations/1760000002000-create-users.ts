import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateUsers1760000002000 implements MigrationInterface {
  readonly name = 'CreateUsers1760000002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create extension if not exists pg_trgm');
    await runner.query('create extension if not exists btree_gin');
    // Metadata is json, not jsonb: it comes back as it was written, also with "\\u0000" inside.
    await runner.query(`
      create table users (
        project_id text not null,
        branch_id text not null,
        id uuid not null,
        display_name text,
        profile_image_url text,
        signed_up_at_millis bigint not null,
        last_active_at_millis bigint not null,
        client_metadata json,
        client_read_only_metadata json,
        server_metadata json,
        password_hash text,
        otp_auth_enabled boolean not null default false,
        requires_totp_mfa boolean not null default false,
        totp_secret_sealed text,
        selected_team_id uuid,
        is_anonymous boolean not null default false,
        provisioned_at_millis bigint,
        search_text text not null default '',
        primary key (project_id, branch_id, id)
      ) with (fillfactor = 90)`);
    await runner.query(`
      create index users_regular_by_sign_up on users (project_id, branch_id, signed_up_at_millis, id)
      where not is_anonymous`);
    await runner.query(`
      create index users_by_sign_up on users (project_id, branch_id, signed_up_at_millis, id)`);
    // The tenant is part of the index, or a word common in other projects would slow this one down.
    await runner.query(`
      create index users_search on users using gin (project_id, branch_id, search_text gin_trgm_ops)`);
    await runner.query(`
      create index users_unprovisioned on users (signed_up_at_millis) where provisioned_at_millis is null`);
    await runner.query(`
      create index users_selected_team on users (project_id, branch_id, selected_team_id)
      where selected_team_id is not null`);
    await this.createAuthMethods(runner);
  }

  private async createAuthMethods(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table oauth_accounts (
        project_id text not null,
        branch_id text not null,
        id uuid not null,
        user_id uuid not null,
        provider_config_id text not null,
        provider_type text not null,
        account_id text not null,
        email text,
        allow_sign_in boolean not null default true,
        allow_connected_accounts boolean not null default true,
        created_at_millis bigint not null,
        primary key (project_id, branch_id, id)
      )`);
    await runner.query(`
      create unique index oauth_accounts_account
      on oauth_accounts (project_id, branch_id, user_id, provider_config_id, account_id)`);
    await runner.query(`
      create unique index oauth_accounts_sign_in
      on oauth_accounts (project_id, branch_id, provider_config_id, account_id) where allow_sign_in`);
    await runner.query(`
      create table passkeys (
        project_id text not null,
        branch_id text not null,
        user_id uuid not null,
        credential_id text not null,
        public_key text not null,
        user_handle text not null,
        transports text[] not null default '{}',
        device_type text not null,
        counter bigint not null default 0,
        created_at_millis bigint not null,
        primary key (project_id, branch_id, user_id)
      )`);
    await runner.query(`
      create unique index passkeys_credential on passkeys (project_id, branch_id, credential_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table passkeys, oauth_accounts, users');
  }
}
