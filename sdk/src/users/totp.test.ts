import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTotpEnrollment, totpAt } from './totp.ts';

const secret = new TextEncoder().encode('12345678901234567890');

afterEach(() => {
  vi.useRealTimers();
});

describe('time-based codes', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at second %i are those of RFC 6238', async (seconds, code) => {
    expect(await totpAt(secret, seconds * 1000)).toBe(code);
  });
});

describe('an enrolment', () => {
  it('names the project and the account in what the QR code says', () => {
    const { uri, key } = createTotpEnrollment(
      { issuer: 'Harbor & Sons', account: 'mira+1@lumen.test' },
      secret,
    );
    expect(key).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(uri).toBe(
      `otpauth://totp/Harbor%20%26%20Sons:mira%2B1%40lumen.test?secret=${key}&issuer=Harbor%20%26%20Sons&algorithm=SHA1&digits=6&period=30`,
    );
  });

  it('has 20 random bytes of its own', () => {
    const one = createTotpEnrollment({ issuer: 'a', account: 'b' });
    const other = createTotpEnrollment({ issuer: 'a', account: 'b' });
    expect(one.secret).toHaveLength(20);
    expect(one.key).not.toBe(other.key);
  });

  it('takes the code of now and the one before, however it is typed', async () => {
    vi.useFakeTimers({ now: 1_111_111_111_000, toFake: ['Date'] });
    const enrollment = createTotpEnrollment({ issuer: 'a', account: 'b' }, secret);
    expect(await enrollment.verify('050 471')).toBe(true);
    expect(await enrollment.verify('081804')).toBe(true);
    expect(await enrollment.verify('000000')).toBe(false);
    vi.setSystemTime(1_111_111_171_000);
    expect(await enrollment.verify('050471')).toBe(false);
  });
});
