import type { CallContext } from '@portico/platform/call';

/** Ties a sealed refresh token to the login it waits in. */
export const refreshTokenPlace = ({ project_id, branch_id }: CallContext, login_id: string): string =>
  `cli-login:${project_id}:${branch_id}:${login_id}`;
