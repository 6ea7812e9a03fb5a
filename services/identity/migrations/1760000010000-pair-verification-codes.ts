import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PairVerificationCodes1760000010000 implements MigrationInterface {
  readonly name = 'PairVerificationCodes1760000010000';

  async up(runner: QueryRunner): Promise<void> {
    // Codes of one mail share `pair_id`. `subject` is the address or user that a code is about, for
    // what happens to all codes of one subject.
    await runner.query(`alter table verification_codes add column pair_id uuid, add column subject text`);
    await runner.query(`
      create index verification_codes_pair on verification_codes (project_id, branch_id, pair_id)
      where pair_id is not null`);
    await runner.query(`
      create index verification_codes_subject on verification_codes (project_id, branch_id, type, subject)
      where subject is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table verification_codes drop column pair_id, drop column subject');
  }
}
