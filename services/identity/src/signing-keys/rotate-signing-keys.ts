/**
 * Rotation without a gap. The next key is published long before it signs, so that everybody who
 * caches the key set knows it; the previous one stays published until its last token has expired.
 * Only then the following next key takes its place, so each audience always publishes exactly two.
 */
import { sql, transaction } from '@portico/platform/db/sql';
import type { EntityManager } from 'typeorm';
import type { IdentityDeps } from '../deps.ts';
import { insertSigningKey } from './insert-signing-keys.ts';
import type { Audience } from './signing-key.ts';

/** Others may keep our key set for an hour; twice that is on the safe side. */
export const PUBLISHED_BEFORE_USE_MILLIS = 2 * 3_600_000;
const SPARE_MILLIS = 60_000;
const BATCH = 100;

interface Place {
  project_id: string;
  audience: Audience;
}

/** Projects and audiences with a key in that state since before `before`. */
const findDue = (tx: EntityManager, state: 'active' | 'previous', before: number): Promise<Place[]> =>
  sql(tx).query<Place>(
    `select project_id, audience from signing_keys
     where state = $1 and state_since_millis < $2
     order by state_since_millis limit ${BATCH} for update skip locked`,
    [state, before],
  );

/** @returns whether the next key had been published for long enough to take over. */
export const activateNext = async (tx: EntityManager, place: Place, now: number): Promise<boolean> => {
  const parameters = [place.project_id, place.audience];
  const next = await sql(tx).query(
    `select 1 from signing_keys
     where project_id = $1 and audience = $2 and state = 'next' and created_at_millis <= $3`,
    [...parameters, now - PUBLISHED_BEFORE_USE_MILLIS],
  );
  if (next.length === 0) return false;
  // Two states change places in one statement, which the constraint must allow for a moment.
  await sql(tx).execute('set constraints signing_keys_state deferred');
  await sql(tx).execute(
    `update signing_keys
     set state = case state when 'active' then 'previous' else 'active' end, state_since_millis = $3
     where project_id = $1 and audience = $2 and state in ('active', 'next')`,
    [...parameters, now],
  );
  return true;
};

type Deps = Pick<IdentityDeps, 'db' | 'keyring' | 'clock' | 'config'>;

/** Previous keys that no living token needs give way to fresh next keys. */
const replacePrevious = ({ db, keyring, clock, config }: Deps): Promise<number> =>
  transaction(db, async (tx) => {
    const now = clock.now();
    const due = await findDue(tx, 'previous', now - config.PORTICO_ACCESS_TOKEN_LIFETIME - SPARE_MILLIS);
    for (const { project_id, audience } of due) {
      await sql(tx).execute(
        `delete from signing_keys where project_id = $1 and audience = $2 and state = 'previous'`,
        [project_id, audience],
      );
      await insertSigningKey(tx, { keyring, project_id, now }, { audience, state: 'next' });
    }
    return due.length;
  });

const retireActive = ({ db, clock, config }: Deps): Promise<number> =>
  transaction(db, async (tx) => {
    const now = clock.now();
    let rotated = 0;
    for (const place of await findDue(tx, 'active', now - config.PORTICO_SIGNING_KEY_ROTATION)) {
      if (await activateNext(tx, place, now)) rotated += 1;
    }
    return rotated;
  });

/** Both halves of a rotation, for whatever is due; any number of processes may run it. */
export const rotateSigningKeys = (deps: Deps) => async (): Promise<void> => {
  while ((await replacePrevious(deps)) === BATCH);
  while ((await retireActive(deps)) === BATCH);
};
