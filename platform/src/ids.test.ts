import { expect, it } from 'vitest';
import { sha256Hex, timingSafeEqualText } from './hash.ts';
import { newRequestId, newSecret, newUuid } from './ids.ts';

it('makes secrets of 45 lower-case Crockford characters', () => {
  expect(newSecret()).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/);
});

it('makes request ids of 16 characters', () => {
  expect(newRequestId()).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/);
});

it('makes version 4 UUIDs', () => {
  expect(newUuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('never makes the same secret twice, and uses every character of the alphabet', () => {
  const secrets = Array.from({ length: 500 }, newSecret);
  expect(new Set(secrets).size).toBe(500);
  expect(new Set(secrets.join('')).size).toBe(32);
});

it('hashes as SHA-256 in hex and compares without telling where texts differ', () => {
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(timingSafeEqualText('abc', 'abc')).toBe(true);
  expect(timingSafeEqualText('abc', 'abcd')).toBe(false);
});
