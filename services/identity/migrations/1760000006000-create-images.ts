import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateImages1760000006000 implements MigrationInterface {
  readonly name = 'CreateImages1760000006000';

  async up(runner: QueryRunner): Promise<void> {
    // Addressed by folder and name alone, because the public URL names no project.
    await runner.query(`
      create table images (
        folder text not null,
        name text not null,
        project_id text not null,
        branch_id text not null,
        content bytea not null,
        content_type text not null,
        created_at_millis bigint not null,
        primary key (folder, name)
      )`);
    await runner.query(`create index images_project on images (project_id, branch_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table images');
  }
}
