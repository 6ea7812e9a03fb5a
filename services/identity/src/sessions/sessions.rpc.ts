import type { Rpcs } from '@portico/platform/grpc/unary';
import type { SessionsServiceDefinition } from '@portico/proto/identity/v1/sessions';
import type { IdentityDeps } from '../deps.ts';
import { createSession } from './create-session.ts';
import { deleteCurrentSession } from './delete-current-session.ts';
import { deleteSession } from './delete-session.ts';
import { listSessions } from './list-sessions.ts';
import { refreshSession } from './refresh-session.ts';
import { resolveSession } from './resolve-session.ts';

export const sessionsRpcs = (deps: IdentityDeps): Rpcs<typeof SessionsServiceDefinition> => ({
  resolveSession: resolveSession(deps),
  createSession: createSession(deps),
  refreshSession: refreshSession(deps),
  listSessions: listSessions(deps),
  deleteSession: deleteSession(deps),
  deleteCurrentSession: deleteCurrentSession(deps),
});
