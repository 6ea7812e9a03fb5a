import type { CallContext } from '@portico/platform/call';
import type { Rpcs } from '@portico/platform/grpc/unary';
import type { ImagesServiceDefinition } from '@portico/proto/identity/v1/images';
import type { UsersServiceDefinition } from '@portico/proto/identity/v1/users';

/** What this service asks of the identity service. */
export interface Identity {
  users: Pick<Rpcs<UsersServiceDefinition>, 'userExists' | 'clearSelectedTeam'>;
  images: Pick<Rpcs<ImagesServiceDefinition>, 'storeImage'>;
}

/** The same call without its caller: what a service asks for itself is not judged by who asked it. */
export const withoutCaller = (call: CallContext): CallContext => ({
  request_id: call.request_id,
  project_id: call.project_id,
  branch_id: call.branch_id,
  deadline_millis: call.deadline_millis,
  signal: call.signal,
});
