import type { CallContext } from '@portico/platform/call';
import { sql, transaction } from '@portico/platform/db/sql';
import type { ProjectMailRemoved, RemoveProjectMailRequest } from '@portico/proto/email/v1/inbox';
import type { DataSource, EntityManager } from 'typeorm';

type Deps = { db: DataSource };

const TABLES = ['queued_mails', 'inbox_messages', 'sent_mails'];

export const deleteProjectMail = async (tx: EntityManager, project_id: string): Promise<void> => {
  for (const table of TABLES)
    await sql(tx).execute(`DELETE FROM ${table} WHERE project_id = $1`, [project_id]);
};

/** Called by the owner of projects when one is deleted; queued mail goes too. */
export const removeProjectMail =
  ({ db }: Deps) =>
  async (_req: RemoveProjectMailRequest, { project_id }: CallContext): Promise<ProjectMailRemoved> => {
    await transaction(db, (tx) => deleteProjectMail(tx, project_id));
    return {};
  };
