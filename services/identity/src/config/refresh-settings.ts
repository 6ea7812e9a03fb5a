import { sql, transaction } from '@portico/platform/db/sql';
import type { IdentityDeps } from '../deps.ts';
import { renderConfig } from './render-config.ts';
import { SETTINGS_REVISION, toSettings } from './settings.ts';
import { openOverride } from './stored-config.ts';

const BATCH = 200;

interface Row {
  project_id: string;
  branch_id: string;
  config_override_sealed: string;
}

/** Renders settings again that an older version of this program stored; runs before the first request. */
export const refreshSettings =
  ({ db, keyring }: Pick<IdentityDeps, 'db' | 'keyring'>) =>
  async (): Promise<void> => {
    const refreshBatch = () =>
      transaction(db, async (tx) => {
        const rows = await sql(tx).query<Row>(
          `select * from branches where settings_revision < $1 limit ${BATCH} for update skip locked`,
          [SETTINGS_REVISION],
        );
        for (const row of rows) {
          const settings = toSettings(renderConfig(openOverride(keyring, row)));
          await sql(tx).execute(
            'update branches set settings = $3, settings_revision = $4 where project_id = $1 and branch_id = $2',
            [row.project_id, row.branch_id, JSON.stringify(settings), SETTINGS_REVISION],
          );
        }
        return rows.length;
      });
    while ((await refreshBatch()) === BATCH);
  };
