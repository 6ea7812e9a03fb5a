import type { StatusError } from '@portico/platform/errors';
import { createRateLimiter } from '@portico/platform/rate-limit';
import { describe, expect, it } from 'vitest';
import { createRateLimits, type Attempt, type RateLimits } from './rate-limits.ts';

const newLimits = () =>
  createRateLimits({ shared: createRateLimiter(), local: createRateLimiter(), enabled: true });

const client: Attempt = {
  name: 'sign_in',
  address: '198.51.100.7',
  project_id: 'internal',
  access_type: 'client',
  subject: undefined,
};

/** How many attempts pass before the first 429; gives up after `max`. */
const passed = async (
  limits: RateLimits,
  attempt: (index: number) => Attempt,
  max = 5_000,
): Promise<number> => {
  for (let index = 0; index < max; index += 1) {
    try {
      await limits.attempt(attempt(index));
    } catch (error) {
      expect((error as StatusError).status).toBe(429);
      expect(Number((error as StatusError).headers?.['retry-after'])).toBeGreaterThan(0);
      return index;
    }
  }
  return max;
};

describe('attempts on a guarded route', () => {
  it('are bounded for one account, from however many addresses', async () => {
    const address = (index: number) => `10.${index >> 8}.${index & 255}.1`;
    const limits = newLimits();
    expect(
      await passed(limits, (index) => ({ ...client, address: address(index), subject: 'a@example.com' })),
    ).toBe(100);
  });

  it('are bounded for one address, for however many accounts', async () => {
    expect(await passed(newLimits(), (index) => ({ ...client, subject: `${index}@example.com` }))).toBe(
      1_000,
    );
  });

  it('count all addresses of an IPv6 /64 as one', async () => {
    expect(
      await passed(newLimits(), (index) => ({ ...client, address: `2001:db8::${index.toString(16)}` })),
    ).toBe(1_000);
  });

  it('count a network as well', async () => {
    expect(await passed(newLimits(), (index) => ({ ...client, address: `198.51.100.${index % 250}` }))).toBe(
      4_000,
    );
  });

  it('of servers are counted by account only', async () => {
    expect(await passed(newLimits(), () => ({ ...client, access_type: 'server' }), 2_000)).toBe(2_000);
  });

  it('are forgiven by success', async () => {
    const limits = newLimits();
    const attempt: Attempt = { ...client, access_type: 'server', subject: 'a@example.com' };
    await passed(limits, () => attempt, 99);
    await limits.forgive(attempt);
    expect(await passed(limits, () => attempt)).toBe(100);
  });

  it('are not counted when limits are off', async () => {
    const off = createRateLimits({ shared: createRateLimiter(), local: createRateLimiter(), enabled: false });
    expect(await passed(off, () => client, 2_000)).toBe(2_000);
  });
});
