/** Does in a moment what the identity service does to signing keys in months. */
import { createIdentityService } from '@portico/identity/service';
import { createKeyring } from '@portico/platform/keyring';
import { createFakeClock } from '@portico/platform/testing/clock';
import type { RunningServices, ServicesOptions } from '@portico/standalone/services';

const MINUTE = 60_000;

/** Runs the job of a second process of the service, whose clock is far ahead: first when keys retire, then when they are withdrawn. */
export const createSigningKeyRotation = (
  { databases, bus, settings, log }: ServicesOptions,
  { teams_permissions, api_keys, email }: RunningServices['services'],
) => {
  const clock = createFakeClock(Date.now());
  return async (): Promise<void> => {
    const identity = createIdentityService({
      db: databases.identity,
      config: settings,
      keyring: createKeyring(settings.PORTICO_ENCRYPTION_KEYS),
      bus,
      clock,
      log,
      teams: teams_permissions,
      api_keys,
      email,
    });
    const job = identity.jobs.find(({ name }) => name === 'rotate-signing-keys');
    for (const wait of [settings.PORTICO_SIGNING_KEY_ROTATION, settings.PORTICO_ACCESS_TOKEN_LIFETIME]) {
      clock.advance(wait + 2 * MINUTE);
      await job!.run();
    }
    await identity.stop();
  };
};
