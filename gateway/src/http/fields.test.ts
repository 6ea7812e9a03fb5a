import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { email, strictEmail } from './email.ts';
import {
  base64,
  boolean,
  flag,
  list,
  number,
  object,
  oneOf,
  text,
  uuid,
  verificationCode,
} from './fields.ts';
import { metadata } from './metadata.ts';
import { reasons } from './reasons.ts';
import { handlerPath } from './url.ts';

const USER = '0b6d3c52-8f1e-4d7c-a0b5-4f4e5a9e6d21';

const value = (schema: z.ZodType, given: unknown): unknown => schema.parse(given);
const isRefused = (schema: z.ZodType, given: unknown): boolean => !schema.safeParse(given).success;
const reasonsOf = (schema: z.ZodType, given: unknown): string[] =>
  reasons('it', schema.safeParse(given, { reportInput: true }).error?.issues ?? []);

describe('coercion', () => {
  it.each([
    ['5', 5],
    [' 7 ', 7],
    ['-1.5', -1.5],
    [3, 3],
  ])('reads %j as a number', (given, read) => expect(value(number(), given)).toBe(read));

  it.each(['', '  ', 'abc', '5x', true, null, [], {}])('refuses %j as a number', (given) =>
    expect(isRefused(number(), given)).toBe(true),
  );

  it.each([
    [5, '5'],
    [true, 'true'],
    ['', ''],
  ])('reads %j as text', (given, read) => expect(value(text(), given)).toBe(read));

  it.each([{}, [], null])('refuses %j as text', (given) => expect(isRefused(text(), given)).toBe(true));

  it.each([
    ['true', true],
    ['TRUE', true],
    ['False', false],
    ['1', true],
    ['0', false],
    [1, true],
    [0, false],
    [false, false],
  ])('reads %j as a boolean', (given, read) => expect(value(boolean(), given)).toBe(read));

  it.each(['yes', '', 2, null, {}])('refuses %j as a boolean', (given) =>
    expect(isRefused(boolean(), given)).toBe(true),
  );

  it('does not parse JSON strings into objects or arrays', () => {
    expect(isRefused(object({}), '{}')).toBe(true);
    expect(isRefused(list(text()), '[]')).toBe(true);
    expect(isRefused(list(text()), {})).toBe(true);
  });

  it('lets optional keys be missing but not null', () => {
    const schema = object({ a: text().optional(), b: flag().optional(), c: uuid().optional() });
    expect(value(schema, {})).toEqual({});
    expect(isRefused(text().optional(), null)).toBe(true);
  });

  it('keeps null apart from absence where it is allowed', () => {
    const schema = object({ a: text().nullable().optional(), b: text().nullable().optional() });
    expect(Object.entries(value(schema, { a: null }) as object)).toEqual([['a', null]]);
  });
});

describe('fields', () => {
  it.each([
    USER,
    USER.toUpperCase(),
    '00000000-0000-0000-0000-000000000000',
    'c232ab00-9414-11ec-b3c8-9f6bdeced846',
  ])('takes %s as a uuid', (given) => expect(value(uuid(), given)).toBe(given.toLowerCase()));
  it.each([
    'me',
    '',
    '123',
    `${USER}0`,
    'c232ab00-9414-91ec-b3c8-9f6bdeced846',
    'c232ab00-9414-11ec-c3c8-9f6bdeced846',
  ])('refuses %j as a uuid', (given) => expect(isRefused(uuid(), given)).toBe(true));

  it.each([
    'test@localhost',
    'test@gmail.a',
    'test.@example.com',
    'test..test@example.com',
    '.test@example.com',
  ])('takes %s as an address only loosely', (given) => {
    expect(isRefused(strictEmail(), given)).toBe(true);
    expect(isRefused(email(), given)).toBe(false);
  });
  it.each([
    'a@example.com',
    'throwaway.mail+token@example.com',
    'test-account@weird-domain.net',
    'admin@a.longtldexample',
  ])('takes %s as a strict address', (given) => expect(value(strictEmail(), given)).toBe(given));
  it.each(['a', '@b.com', ' a@b.com', 'a@b@c.com', 'a@-b.com'])('refuses %j as an address', (given) =>
    expect(isRefused(email(), given)).toBe(true),
  );

  it('takes an empty address for a text like others, and a strict one of at most 256 characters', () => {
    expect(value(email(), '')).toBe('');
    expect(isRefused(strictEmail(), '')).toBe(true);
    const long = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`;
    expect(value(strictEmail(), long(256))).toBe(long(256));
    expect(isRefused(strictEmail(), long(257))).toBe(true);
    expect(value(email(), long(257))).toBe(long(257));
  });

  it.each(['', 'YQ==', 'YWI=', 'YWJj', '+/+/'])('takes %j as base64', (given) =>
    expect(value(base64(), given)).toBe(given),
  );
  it.each(['YQ', 'YQ=', 'YWI', 'YWJj=', 'YWJjZA', '-_-_', 'YW Jj'])('refuses %j as base64', (given) =>
    expect(isRefused(base64(), given)).toBe(true),
  );

  it('takes codes of 45 characters, in any case', () => {
    expect(value(verificationCode(), 'A'.repeat(45))).toBe('a'.repeat(45));
    for (const length of [0, 6, 44, 46])
      expect(reasonsOf(verificationCode(), 'a'.repeat(length))).toEqual(['it must be exactly 45 characters']);
  });

  it('wants a path to begin with a slash', () => {
    expect(value(handlerPath(), '/handler')).toBe('/handler');
    for (const given of ['', 'handler']) expect(isRefused(handlerPath(), given)).toBe(true);
  });

  it('refuses null characters, which the database cannot hold', () => {
    expect(isRefused(text(), 'a\u0000b')).toBe(true);
    expect(isRefused(metadata(), { deep: ['a\u0000'] })).toBe(true);
    expect(isRefused(metadata(), { 'a\u0000': 1 })).toBe(true);
    expect(isRefused(metadata(), '\ud800')).toBe(true);
  });

  it('refuses metadata that would overflow a stack', () => {
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as unknown;
    expect(isRefused(metadata(), deep)).toBe(true);
    expect(isRefused(metadata(), [[['fine', '😀', null, 1.5]]])).toBe(false);
  });

  it('lists the allowed words', () => {
    expect(reasonsOf(oneOf('signed_up_at'), 'name')).toEqual([
      'it must be one of the following values: signed_up_at',
    ]);
  });
});
