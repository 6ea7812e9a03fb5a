import { describe, expect, it } from 'vitest';
import { decodeKnownError } from './decode-known-error.ts';
import { KnownError } from './known-error.ts';
import { KnownErrors } from './known-errors.ts';

describe('known errors', () => {
  it('cover the whole catalogue, each code once', () => {
    const codes = Object.values(KnownErrors).map((type) => type.errorCode);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.length).toBe(124);
  });

  it.each(Object.entries(KnownErrors))('%s is rebuilt from its code, with and without details', (_, type) => {
    const bare = decodeKnownError({ code: type.errorCode });
    expect(bare.code).toBe(type.errorCode);
    expect(bare.message).not.toBe('');
    expect(type.isInstance(bare)).toBe(true);
    expect(KnownError.isInstance(bare)).toBe(true);
    const full = decodeKnownError({
      code: type.errorCode,
      details: { message: 'm' },
      error: 'The server’s sentence.',
    });
    expect(full).toMatchObject({ message: 'The server’s sentence.', details: { message: 'm' } });
  });

  it('match their parents, and only those', () => {
    const error = decodeKnownError({ code: 'VERIFICATION_CODE_EXPIRED' });
    expect(KnownErrors.VerificationCodeError.isInstance(error)).toBe(true);
    expect(KnownErrors.RefreshTokenError.isInstance(error)).toBe(false);
    const expired = decodeKnownError({ code: 'ACCESS_TOKEN_EXPIRED', details: { expired_at_millis: 1 } });
    expect(KnownErrors.InvalidAccessToken.isInstance(expired)).toBe(true);
    expect(KnownErrors.SessionAuthenticationError.isInstance(expired)).toBe(true);
    expect(expired instanceof KnownErrors.InvalidAccessToken).toBe(true);
  });

  it('of a newer server become UnsupportedError with the original code', () => {
    const error = decodeKnownError({ code: 'FROM_THE_FUTURE', error: 'New.' });
    expect(KnownErrors.UnsupportedError.isInstance(error)).toBe(true);
    expect(error.details).toEqual({ originalErrorCode: 'FROM_THE_FUTURE' });
  });

  it('are recognised when another bundle made them', () => {
    class Foreign extends Error {
      static errorCode = 'PASSWORD_TOO_SHORT';
    }
    const foreign = Object.assign(new Foreign(), { [Symbol.for('portico.known-error')]: true });
    expect(KnownErrors.PasswordTooShort.isInstance(foreign)).toBe(true);
    expect(KnownErrors.PasswordTooLong.isInstance(foreign)).toBe(false);
    expect(KnownErrors.PasswordTooShort.isInstance({ code: 'PASSWORD_TOO_SHORT' })).toBe(false);
  });

  it('name their limits', () => {
    expect(new KnownErrors.PasswordTooShort({ min_length: 8 }).message).toContain('8');
    expect(new KnownErrors.PasswordTooLong({ maxLength: 70 }).message).toContain('70');
  });
});
