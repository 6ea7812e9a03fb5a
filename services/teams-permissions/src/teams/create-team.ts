import type { CallContext } from '@portico/platform/call';
import type { Clock } from '@portico/platform/clock';
import { sql, transaction } from '@portico/platform/db/sql';
import { statusError } from '@portico/platform/errors';
import { newUuid } from '@portico/platform/ids';
import { knownErrors } from '@portico/platform/known-errors';
import type { CreateTeamRequest, Team } from '@portico/proto/teams/v1/teams';
import type { DataSource } from 'typeorm';
import type { Identity } from '../identity.ts';
import { requireUser } from '../memberships/require-user.ts';
import { insertTeam } from './insert-team.ts';
import type { TeamRow } from './team.entity.ts';
import { checkClientImage, storeTeamImage } from './team-image.ts';
import { toTeam } from './team.message.ts';

type Deps = { db: DataSource; clock: Clock; identity: Identity };

const requireClientTeamCreation = async (db: DataSource, call: CallContext): Promise<void> => {
  const [settings] = await sql(db).query<{ client_team_creation_enabled: boolean }>(
    'select client_team_creation_enabled from project_settings where project_id = $1 and branch_id = $2',
    [call.project_id, call.branch_id],
  );
  if (!settings?.client_team_creation_enabled)
    throw statusError(403, 'Clients may not create teams in this project.');
};

const clientCreator = async (db: DataSource, req: CreateTeamRequest, call: CallContext): Promise<string> => {
  if (call.user_id === undefined) throw knownErrors.USER_AUTHENTICATION_REQUIRED();
  await requireClientTeamCreation(db, call);
  checkClientImage(req.profile_image_url, call);
  if (req.creator_user_id !== undefined && req.creator_user_id !== call.user_id)
    throw statusError(403, 'A client can only create teams of its own user.');
  return call.user_id;
};

const serverCreator = (req: CreateTeamRequest, call: CallContext): string | undefined => {
  if (!req.add_current_user) return req.creator_user_id;
  if (call.user_id === undefined) throw statusError(401, 'There is no current user to add to the team.');
  return call.user_id;
};

const findCreator = async ({ db, identity }: Deps, req: CreateTeamRequest, call: CallContext) => {
  if (req.creator_user_id !== undefined && req.add_current_user !== undefined)
    throw statusError(400, 'Give either creator_user_id or add_current_user.');
  if (call.access_type === 'client') return clientCreator(db, req, call);
  const creator_user_id = serverCreator(req, call);
  if (creator_user_id !== undefined) await requireUser({ db, identity }, creator_user_id, call);
  return creator_user_id;
};

export const createTeam =
  (deps: Deps) =>
  async (req: CreateTeamRequest, call: CallContext): Promise<Team> => {
    const creator_user_id = await findCreator(deps, req, call);
    const isSystem = call.access_type === undefined;
    const row: TeamRow = {
      project_id: call.project_id,
      branch_id: call.branch_id,
      id: (isSystem && req.team_id) || newUuid(),
      display_name: req.display_name,
      profile_image_url: await storeTeamImage(deps.identity, req.profile_image_url, call),
      client_metadata: req.client_metadata ?? null,
      client_read_only_metadata: req.client_read_only_metadata ?? null,
      server_metadata: req.server_metadata ?? null,
      created_at_millis: deps.clock.now(),
    };
    await transaction(deps.db, (tx) => insertTeam(tx, { row, creator_user_id }, call));
    return toTeam(row);
  };
