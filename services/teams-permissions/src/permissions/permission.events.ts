import type { CallContext } from '@portico/platform/call';
import type { NewEvent } from '@portico/platform/events/outbox';
import type { ProjectPermission, TeamPermission } from '@portico/proto/teams/v1/permissions';
import { aboutTeam } from '../teams/team.events.ts';

export const teamPermissionCreated = (team_permission: TeamPermission, call: CallContext): NewEvent => ({
  ...aboutTeam(team_permission.team_id, call),
  type: 'team_permission.created',
  team_permission,
});

export const teamPermissionDeleted = (team_permission: TeamPermission, call: CallContext): NewEvent => ({
  ...aboutTeam(team_permission.team_id, call),
  type: 'team_permission.deleted',
  team_permission,
});

const aboutUser = (user_id: string, call: CallContext) => ({
  project_id: call.project_id,
  branch_id: call.branch_id,
  subject: user_id,
  actor: call.user_id ?? call.access_type,
});

export const projectPermissionCreated = (
  project_permission: ProjectPermission,
  call: CallContext,
): NewEvent => ({
  ...aboutUser(project_permission.user_id, call),
  type: 'project_permission.created',
  project_permission,
});

export const projectPermissionDeleted = (
  project_permission: ProjectPermission,
  call: CallContext,
): NewEvent => ({
  ...aboutUser(project_permission.user_id, call),
  type: 'project_permission.deleted',
  project_permission,
});
