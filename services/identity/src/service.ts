/** Puts the identity service together. `main.ts` binds it to gRPC; it also runs inside one process. */
import type { Clock } from '@portico/platform/clock';
import type { EventBus } from '@portico/platform/events/bus';
import { startConsumer } from '@portico/platform/events/consumer';
import { outboxEntities } from '@portico/platform/events/outbox';
import { startRelay } from '@portico/platform/events/relay';
import type { Keyring } from '@portico/platform/keyring';
import type { Log } from '@portico/platform/log';
import type { DataSource } from 'typeorm';
import { migrations } from '../migrations/index.ts';
import { anonymousRpcs } from './anonymous/anonymous.rpc.ts';
import { cliLoginsRpcs } from './cli-logins/cli-logins.rpc.ts';
import { configRpcs } from './config/config.rpc.ts';
import type { IdentityConfig } from './config.ts';
import { refreshSettings } from './config/refresh-settings.ts';
import { onMembershipDeleted, onTeamDeleted } from './consumers/on-membership-ended.ts';
import { onProjectDeleted } from './consumers/on-project-deleted.ts';
import { contactChannelsRpcs } from './contact-channels/contact-channels.rpc.ts';
import type { IdentityDeps, Neighbours } from './deps.ts';
import { imagesRpcs } from './images/images.rpc.ts';
import { purgeExpired } from './jobs/purge-expired.ts';
import { retryProvisioning } from './jobs/retry-provisioning.ts';
import { startJobs, type Job } from './jobs/start-jobs.ts';
import { mfaRpcs } from './mfa/mfa.rpc.ts';
import { otpRpcs } from './otp/otp.rpc.ts';
import { passkeysRpcs } from './passkeys/passkeys.rpc.ts';
import { oauthRpcs } from './oauth/oauth.rpc.ts';
import { createProviderHttp } from './oauth/provider-http.ts';
import { oauthProvidersRpcs } from './oauth-providers/oauth-providers.rpc.ts';
import { createPasswordHasher } from './passwords/password-hasher.ts';
import { passwordsRpcs } from './passwords/passwords.rpc.ts';
import { projectEntity } from './projects/project.entity.ts';
import { projectsRpcs } from './projects/projects.rpc.ts';
import { createAccessTokenSigner } from './sessions/access-token.ts';
import { createActivityRecorder } from './sessions/activity-recorder.ts';
import { sessionsRpcs } from './sessions/sessions.rpc.ts';
import { rotateSigningKeys } from './signing-keys/rotate-signing-keys.ts';
import { requireKnownKeys } from './signing-keys/require-known-keys.ts';
import { createKeyCache } from './signing-keys/signing-key.ts';
import { signingKeysRpcs } from './signing-keys/signing-keys.rpc.ts';
import { userEntity } from './users/user.entity.ts';
import { usersRpcs } from './users/users.rpc.ts';

const TOPIC = 'portico.identity';

/** What `openDatabase` needs to know. */
export const database = {
  database: 'identity',
  entities: [...outboxEntities, projectEntity, userEntity],
  migrations,
};

export interface IdentityOptions extends Neighbours {
  db: DataSource;
  config: IdentityConfig;
  keyring: Keyring;
  bus: EventBus;
  clock: Clock;
  log: Log;
  /** Where requests to the origins of OAuth providers really go, for tests. */
  oauth_stand_ins?: Readonly<Record<string, string>>;
}

const createDeps = ({ bus: _, ...options }: IdentityOptions): IdentityDeps => {
  const { config, clock, keyring, oauth_stand_ins } = options;
  const sandbox = config.PORTICO_OAUTH_SANDBOX_ISSUER;
  return {
    ...options,
    hasher: createPasswordHasher({
      threads: config.PORTICO_PASSWORD_HASHING_THREADS,
      queue: config.PORTICO_PASSWORD_HASHING_QUEUE,
    }),
    activity: createActivityRecorder(options),
    signAccessToken: createAccessTokenSigner({
      public_url: config.PORTICO_PUBLIC_URL,
      lifetime_millis: config.PORTICO_ACCESS_TOKEN_LIFETIME,
      clock,
      open: createKeyCache(keyring),
    }),
    providerHttp: createProviderHttp({
      trusted_origins: sandbox === undefined ? [] : [new URL(sandbox).origin],
      stand_ins: oauth_stand_ins,
    }),
  };
};

const createRpcs = (deps: IdentityDeps) => ({
  projects: projectsRpcs(deps),
  config: configRpcs(deps),
  users: usersRpcs(deps),
  contact_channels: contactChannelsRpcs(deps),
  passwords: passwordsRpcs(deps),
  oauth: oauthRpcs(deps),
  oauth_providers: oauthProvidersRpcs(deps),
  otp: otpRpcs(deps),
  mfa: mfaRpcs(deps),
  passkeys: passkeysRpcs(deps),
  anonymous: anonymousRpcs(deps),
  cli_logins: cliLoginsRpcs(deps),
  sessions: sessionsRpcs(deps),
  signing_keys: signingKeysRpcs(deps),
  images: imagesRpcs(deps),
});

const createJobs = (deps: IdentityDeps): Job[] => [
  { name: 'retry-provisioning', every_millis: 5_000, run: retryProvisioning(deps) },
  { name: 'purge-expired', every_millis: 600_000, run: purgeExpired(deps) },
  { name: 'rotate-signing-keys', every_millis: 60_000, run: rotateSigningKeys(deps) },
];

/** The tables must be up to date before `start`. */
export const createIdentityService = (options: IdentityOptions) => {
  const deps = createDeps(options);
  const { db, bus, log } = options;
  const jobs = createJobs(deps);
  const consumers = {
    'project.deleted': onProjectDeleted(deps),
    'team.deleted': onTeamDeleted(deps),
    'team_membership.deleted': onMembershipDeleted(deps),
  };
  const stops: (() => Promise<void>)[] = [];

  const start = async (): Promise<void> => {
    await requireKnownKeys(deps)();
    await refreshSettings(deps)();
    deps.activity.start();
    stops.push(() => deps.activity.stop());
    const consumer = await startConsumer({
      db,
      bus,
      topics: [TOPIC, 'portico.teams'],
      group: 'identity',
      handlers: consumers,
      log,
    });
    stops.push(() => consumer.stop());
    const relay = startRelay({ db, bus, topic: TOPIC, log });
    stops.push(() => relay.stop());
    const running = startJobs(jobs, log);
    stops.push(() => running.stop());
  };
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).reverse()) await end();
    await deps.providerHttp.close();
    await deps.hasher.close();
  };
  return { rpcs: createRpcs(deps), consumers, jobs, start, stop };
};

export type IdentityService = ReturnType<typeof createIdentityService>;
