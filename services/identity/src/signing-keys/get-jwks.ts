import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { knownErrors } from '@portico/platform/known-errors';
import type { GetJwksRequest, Jwks } from '@portico/proto/identity/v1/signing_keys';
import type { IdentityDeps } from '../deps.ts';
import type { NewSigningKey } from './signing-key.ts';

type Row = Pick<NewSigningKey, 'kid' | 'public_jwk'>;

/** Two keys for regular users, and two more for anonymous ones when asked for. */
export const getJwks =
  ({ db }: Pick<IdentityDeps, 'db'>) =>
  async ({ include_anonymous }: GetJwksRequest, call: CallContext): Promise<Jwks> => {
    const rows = await sql(db).query<Row>(
      `select kid, public_jwk from signing_keys
       where project_id = $1 and (audience = 'regular' or $2)
       order by audience desc, state, kid`,
      [call.project_id, include_anonymous],
    );
    if (rows.length === 0) throw knownErrors.CURRENT_PROJECT_NOT_FOUND({ project_id: call.project_id });
    return { keys: rows.map(({ kid, public_jwk }) => ({ ...public_jwk, alg: 'ES256', kid })) };
  };
