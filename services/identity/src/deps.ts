import type { CallContext } from '@portico/platform/call';
import type { Clock } from '@portico/platform/clock';
import type { Rpcs } from '@portico/platform/grpc/unary';
import type { Keyring } from '@portico/platform/keyring';
import type { Log } from '@portico/platform/log';
import type { ProjectKeysServiceDefinition } from '@portico/proto/apikeys/v1/project_keys';
import type { InboxServiceDefinition } from '@portico/proto/email/v1/inbox';
import type { MailServiceDefinition } from '@portico/proto/email/v1/mail';
import type { MembershipsServiceDefinition } from '@portico/proto/teams/v1/memberships';
import type { PermissionsServiceDefinition } from '@portico/proto/teams/v1/permissions';
import type { ProvisioningServiceDefinition } from '@portico/proto/teams/v1/provisioning';
import type { TeamsServiceDefinition } from '@portico/proto/teams/v1/teams';
import type { DataSource, EntityManager } from 'typeorm';
import type { IdentityConfig } from './config.ts';
import type { ProviderHttp } from './oauth/provider-http.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import type { SignAccessToken } from './sessions/access-token.ts';
import type { ActivityRecorder } from './sessions/activity-recorder.ts';

/** The services identity calls, each by the resources it uses. */
export interface Neighbours {
  readonly teams: {
    readonly teams: Rpcs<typeof TeamsServiceDefinition>;
    readonly memberships: Rpcs<typeof MembershipsServiceDefinition>;
    readonly permissions: Rpcs<typeof PermissionsServiceDefinition>;
    readonly provisioning: Rpcs<typeof ProvisioningServiceDefinition>;
  };
  readonly api_keys: { readonly project_keys: Rpcs<typeof ProjectKeysServiceDefinition> };
  /** Absent where no mail is kept. */
  readonly email?: {
    readonly inbox: Rpcs<typeof InboxServiceDefinition>;
    readonly mail: Rpcs<typeof MailServiceDefinition>;
  };
}

export interface IdentityDeps extends Neighbours {
  readonly db: DataSource;
  readonly config: IdentityConfig;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly log: Log;
  readonly hasher: PasswordHasher;
  readonly activity: ActivityRecorder;
  readonly signAccessToken: SignAccessToken;
  readonly providerHttp: ProviderHttp;
}

/** A transaction where there is one, else the pool. */
export type Db = DataSource | EntityManager;

/** The tenant of a call, as the first two parameters of every statement. */
export const tenant = (call: CallContext): [string, string] => [call.project_id, call.branch_id];

/** Who an event says did it. */
export const actorOf = (call: CallContext): string | undefined => call.user_id ?? call.access_type;

/** What every event of a call starts with. */
export const eventOf = (call: CallContext, type: string, subject: string) => ({
  type,
  subject,
  project_id: call.project_id,
  branch_id: call.branch_id,
  actor: actorOf(call),
});

/** A mapper with this return type does not compile until it names every field of the message. */
export type Complete<M> = { [K in keyof Required<M>]: M[K] };
