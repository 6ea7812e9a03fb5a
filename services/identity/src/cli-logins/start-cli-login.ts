import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { statusError } from '@portico/platform/errors';
import { sha256Hex } from '@portico/platform/hash';
import { newSecret, newUuid } from '@portico/platform/ids';
import type { CliLoginStarted, StartCliLoginRequest } from '@portico/proto/identity/v1/cli_logins';
import { tenant, type IdentityDeps } from '../deps.ts';

const LONGEST_MILLIS = 86_400_000;

export const startCliLogin =
  ({ db, clock }: Pick<IdentityDeps, 'db' | 'clock'>) =>
  async ({ expires_in_millis }: StartCliLoginRequest, call: CallContext): Promise<CliLoginStarted> => {
    if (expires_in_millis < 1 || expires_in_millis > LONGEST_MILLIS) {
      throw statusError(400, `A login waits between 1 and ${LONGEST_MILLIS} milliseconds.`);
    }
    const polling_code = newSecret();
    const login_code = newSecret();
    const now = clock.now();
    const expires_at_millis = now + expires_in_millis;
    await sql(db).execute(
      `insert into cli_logins (
         project_id, branch_id, id, polling_code_hash, login_code_hash, created_at_millis, expires_at_millis)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [...tenant(call), newUuid(), sha256Hex(polling_code), sha256Hex(login_code), now, expires_at_millis],
    );
    return { polling_code, login_code, expires_at_millis };
  };
