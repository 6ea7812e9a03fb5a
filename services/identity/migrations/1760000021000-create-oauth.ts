import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateOAuth1760000021000 implements MigrationInterface {
  readonly name = 'CreateOAuth1760000021000';

  async up(runner: QueryRunner): Promise<void> {
    // A user signs in with one account of each provider type; OpenID providers of one's own are told
    // apart by their key.
    await runner.query(`
      create unique index oauth_accounts_user_type on oauth_accounts (
        project_id, branch_id, user_id,
        (case when provider_type = 'oidc' then 'oidc:' || provider_config_id else provider_type end)
      ) where allow_sign_in`);
    await runner.query(`
      create index oauth_accounts_by_creation
      on oauth_accounts (project_id, branch_id, created_at_millis, id)`);
    await this.createRoundTrips(runner);
    await this.createProviderTokens(runner);
  }

  private async createRoundTrips(runner: QueryRunner): Promise<void> {
    // The callback of a provider names no project, so a state has to be found by its hash alone.
    await runner.query(`
      create table oauth_states (
        project_id text not null,
        branch_id text not null,
        state_hash text not null,
        data_sealed text not null,
        expires_at_millis bigint not null,
        primary key (project_id, branch_id, state_hash)
      )`);
    await runner.query('create unique index oauth_states_hash on oauth_states (state_hash)');
    await runner.query('create index oauth_states_expiry on oauth_states (expires_at_millis)');
    // A used code stays, with the session it gave: presenting it again ends that session.
    await runner.query(`
      create table oauth_authorization_codes (
        project_id text not null,
        branch_id text not null,
        code_hash text not null,
        user_id uuid not null,
        redirect_uri text not null,
        code_challenge text not null,
        code_challenge_method text not null,
        is_new_user boolean not null,
        after_callback_redirect_url text,
        expires_at_millis bigint not null,
        used_at_millis bigint,
        session_id uuid,
        primary key (project_id, branch_id, code_hash)
      )`);
    await runner.query(`
      create index oauth_authorization_codes_expiry on oauth_authorization_codes (expires_at_millis)`);
  }

  private async createProviderTokens(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table oauth_provider_tokens (
        project_id text not null,
        branch_id text not null,
        id uuid not null,
        oauth_account_id uuid not null,
        kind text not null check (kind in ('access', 'refresh')),
        token_sealed text not null,
        scopes text[] not null,
        is_valid boolean not null default true,
        created_at_millis bigint not null,
        expires_at_millis bigint,
        claimed_until_millis bigint,
        primary key (project_id, branch_id, id),
        foreign key (project_id, branch_id, oauth_account_id)
          references oauth_accounts (project_id, branch_id, id) on delete cascade
      )`);
    await runner.query(`
      create index oauth_provider_tokens_account
      on oauth_provider_tokens (project_id, branch_id, oauth_account_id, created_at_millis)`);
    await runner.query(`
      create index oauth_provider_tokens_expiry on oauth_provider_tokens (expires_at_millis)
      where expires_at_millis is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table oauth_provider_tokens, oauth_authorization_codes, oauth_states');
    await runner.query('drop index oauth_accounts_by_creation, oauth_accounts_user_type');
  }
}
