import { randomInt } from 'node:crypto';

/**
 * The headers of a request from some other machine, told by the proxy that deployments under test trust. An attack by
 * many leaves the limits of single addresses to the tests that are about them.
 */
export const fromElsewhere = (): Record<string, string> => ({
  'x-forwarded-for': `198.${18 + randomInt(2)}.${randomInt(256)}.${randomInt(256)}`,
});
