import type { CallContext } from '@portico/platform/call';
import type { Log } from '@portico/platform/log';
import { withoutCaller, type Identity } from '../identity.ts';

export type ClearSelectedTeamDeps = { identity: Identity; log: Log };

/** After the change has been committed. When it fails, the event of the change makes up for it. */
export const clearSelectedTeam = async (
  { identity, log }: ClearSelectedTeamDeps,
  request: { team_id: string; user_id?: string },
  call: CallContext,
): Promise<void> => {
  try {
    await identity.users.clearSelectedTeam(request, withoutCaller(call));
  } catch (err) {
    log.warn({ err, request_id: call.request_id, ...request }, 'the selected team was not cleared');
  }
};
