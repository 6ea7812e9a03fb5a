import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateProjects1760000001000 implements MigrationInterface {
  readonly name = 'CreateProjects1760000001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table projects (
        project_id text primary key,
        display_name text not null,
        description text not null default '',
        logo_url text,
        full_logo_url text,
        is_production_mode boolean not null default false,
        owner_team_id uuid,
        created_at_millis bigint not null
      )`);
    await runner.query(`create index projects_owner_team on projects (owner_team_id, project_id)`);
    // The override holds client secrets and SMTP passwords, so all of it is sealed. The settings are
    // the rendered part that sign-in paths read, without any secret.
    await runner.query(`
      create table branches (
        project_id text not null,
        branch_id text not null,
        config_override_sealed text not null,
        config_version bigint not null,
        settings json not null,
        settings_revision integer not null,
        primary key (project_id, branch_id)
      )`);
    // One signing key per project, audience and state. Exactly two are published for each audience:
    // the active one, and the next or (shortly after a rotation) the previous one.
    await runner.query(`
      create table signing_keys (
        project_id text not null,
        audience text not null check (audience in ('regular', 'anonymous')),
        state text not null check (state in ('active', 'next', 'previous')),
        kid text not null,
        public_jwk json not null,
        private_key_sealed text not null,
        created_at_millis bigint not null,
        state_since_millis bigint not null,
        primary key (project_id, audience, kid),
        constraint signing_keys_state unique (project_id, audience, state) deferrable initially immediate
      )`);
    await runner.query(`create index signing_keys_due on signing_keys (state, state_since_millis)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table signing_keys, branches, projects');
  }
}
