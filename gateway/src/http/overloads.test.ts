import type { KnownError } from '@portico/platform/errors';
import { statusError } from '@portico/platform/errors';
import { knownErrors } from '@portico/platform/known-errors';
import { describe, expect, it } from 'vitest';
import { firstFitting, mergeRefusals } from './overloads.ts';

const insufficient = (actual: 'client' | 'server', ...allowed: ('client' | 'server' | 'admin')[]) =>
  knownErrors.INSUFFICIENT_ACCESS_TYPE({ actual_access_type: actual, allowed_access_types: allowed });
const schemaError = (message: string) => knownErrors.SCHEMA_ERROR({ message });

describe('refusals of several request shapes', () => {
  it('become one when they are identical', () => {
    expect(mergeRefusals([schemaError('a'), schemaError('a')])).toMatchObject({ code: 'SCHEMA_ERROR' });
  });

  it('unite the access types that would do', () => {
    const merged = mergeRefusals([insufficient('client', 'server'), insufficient('client', 'admin')]);
    expect((merged as KnownError).details).toEqual({
      actual_access_type: 'client',
      allowed_access_types: ['server', 'admin'],
    });
  });

  it('hide a weak access type behind any other problem', () => {
    const merged = mergeRefusals([
      insufficient('server', 'client'),
      schemaError('a'),
      insufficient('server', 'admin'),
    ]);
    expect(merged).toMatchObject({ code: 'SCHEMA_ERROR' });
  });

  it('are listed when several stay', () => {
    const merged = mergeRefusals([schemaError('a'), statusError(403, 'no'), schemaError('a')]) as KnownError;
    expect(merged.code).toBe('ALL_OVERLOADS_FAILED');
    expect(merged.details).toEqual({
      overload_errors: [
        { code: 'SCHEMA_ERROR', details: { message: 'a' }, error: expect.any(String) as string },
        { status_code: 403, message: 'no', headers: {} },
      ],
    });
  });

  it('are forgotten when a later shape fits', () => {
    const first = () => {
      throw schemaError('a');
    };
    expect(firstFitting([first, () => 'second'])).toBe('second');
  });
});
