import type { CallContext } from '@portico/platform/call';
import { knownErrors } from '@portico/platform/known-errors';
import type { TeamMembership } from '@portico/proto/teams/v1/memberships';
import { isMember } from './check-membership.ts';
import { requireUser, type RequireUserDeps } from './require-user.ts';

/**
 * The user exists, then is a member of the team; a missing team is no different. Members exist, so the user is
 * looked for only when there is no membership.
 */
export const requireMembership = async (
  deps: RequireUserDeps,
  { team_id, user_id }: TeamMembership,
  call: CallContext,
): Promise<void> => {
  if (await isMember(deps.db, { team_id, user_id }, call)) return;
  await requireUser(deps, user_id, call);
  throw knownErrors.TEAM_MEMBERSHIP_NOT_FOUND({ team_id, user_id });
};
