import { createRateLimiter } from './rate-limit.ts';
import { rateLimitContract } from './testing/rate-limit.contract.ts';

rateLimitContract('memory', () => createRateLimiter());
