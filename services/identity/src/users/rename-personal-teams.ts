import { systemCall, type CallContext } from '@portico/platform/call';
import { tenant, type IdentityDeps } from '../deps.ts';

export interface TeamNames {
  user_id: string;
  display_name?: string;
  primary_email?: string;
}

/**
 * After an anonymous user became a regular one, its teams that still have the default name are named
 * after what the upgrade said; a name the user had before does not count.
 */
export const renamePersonalTeams = async (
  { teams, log }: Pick<IdentityDeps, 'teams' | 'log'>,
  call: CallContext,
  names: TeamNames,
): Promise<void> => {
  try {
    await teams.provisioning.renamePersonalTeams(names, systemCall(...tenant(call)));
  } catch (err) {
    log.warn({ err, user_id: names.user_id }, 'personal teams keep their name');
  }
};
