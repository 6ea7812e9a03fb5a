import { expect, it } from 'vitest';
import { maskedUrl } from './request-log.ts';

it('query values that may be secrets are masked except their ends', () => {
  expect(maskedUrl('/api/v1/x?code=0123456789abcdef&limit=5&empty=&0123456789')).toBe(
    '/api/v1/x?code=0123…cdef&limit=5&empty=&0123…6789',
  );
  expect(maskedUrl('/api/v1/x')).toBe('/api/v1/x');
});
