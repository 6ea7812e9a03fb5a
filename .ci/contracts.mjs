// The suites that every event bus, cache and rate limiter has to pass, on Redis and Kafka.
import { createTally } from '../scripts/test-steps.mjs';

const tally = createTally();
await tally.vitest('contract suites', {
  config: 'vitest.infra.config.ts',
  env: {
    PORTICO_TEST_REDIS_URL: process.env.PORTICO_REDIS_URL,
    PORTICO_TEST_KAFKA_BROKERS: process.env.PORTICO_KAFKA_BROKERS,
  },
});
process.exit(tally.close());
