// Parts are killed, stopped and misconfigured; starts its own PostgreSQL, Redis and Kafka.
import { createTally } from '../scripts/test-steps.mjs';

const tally = createTally();
await tally.vitest('parts that die', { config: 'tests/chaos/vitest.config.ts' });
process.exit(tally.close());
