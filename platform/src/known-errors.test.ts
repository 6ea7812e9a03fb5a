import { describe, expect, it } from 'vitest';
import { KnownError } from './errors.ts';
import { knownErrorRows } from './known-error-rows.ts';
import { isKnownError, knownErrors, parentCodes } from './known-errors.ts';

describe('the error catalogue', () => {
  it('has the 123 nodes of the wire contract and the one addition', () => {
    expect(Object.keys(knownErrorRows)).toHaveLength(124);
  });

  it('names only existing parents', () => {
    for (const row of Object.values(knownErrorRows)) {
      if (row.parent) expect(knownErrorRows).toHaveProperty(row.parent);
    }
  });

  it('gives every row but families a status from 400 to 499, apart from the client-only fallback', () => {
    const parents = new Set(Object.values(knownErrorRows).map((row) => row.parent));
    for (const [code, row] of Object.entries(knownErrorRows)) {
      if (parents.has(code) || code === 'SESSION_AUTHENTICATION_ERROR') continue;
      if (code === 'UNSUPPORTED_ERROR') expect(row.status).toBe(500);
      else expect(Math.floor(row.status / 100), code).toBe(4);
    }
  });

  it('leaves details out for codes without, and carries them for codes with', () => {
    expect(knownErrors.USER_NOT_FOUND()).toMatchObject({ code: 'USER_NOT_FOUND', status: 404 });
    expect(knownErrors.USER_NOT_FOUND()).not.toHaveProperty('details');
    expect(knownErrors.TEAM_NOT_FOUND({ team_id: 'x' }).details).toEqual({ team_id: 'x' });
  });

  it('says the same in error and details of a schema error', () => {
    const error = knownErrors.SCHEMA_ERROR({ message: 'Bad.' });
    expect(error.message).toBe('Bad.');
    expect(error.details).toEqual({ message: 'Bad.' });
  });

  it('lets the text of a code without details vary by cause', () => {
    expect(knownErrors.PASSKEY_REGISTRATION_FAILED('The origin is not trusted.').message).toBe(
      'The origin is not trusted.',
    );
  });

  it('knows the families of a code, nearest first', () => {
    expect(parentCodes('ACCESS_TOKEN_EXPIRED')).toEqual([
      'INVALID_ACCESS_TOKEN',
      'INVALID_SESSION_AUTHENTICATION',
      'SESSION_AUTHENTICATION_ERROR',
    ]);
    expect(parentCodes('toString')).toEqual([]);
  });

  it('matches an error against its own code and its families', () => {
    const error = knownErrors.REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED();
    expect(error).toBeInstanceOf(KnownError);
    expect(isKnownError(error, 'REFRESH_TOKEN_ERROR')).toBe(true);
    expect(isKnownError(error, 'USER_NOT_FOUND')).toBe(false);
    expect(isKnownError(new Error('x'), 'REFRESH_TOKEN_ERROR')).toBe(false);
  });
});
