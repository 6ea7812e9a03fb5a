import { describe, expect, it } from 'vitest';
import { createKeyring, newKeyringEntry } from './keyring.ts';

const first = newKeyringEntry('k1');
const second = newKeyringEntry('k2');

describe('the keyring', () => {
  it('opens what it sealed, for the same place', () => {
    const keyring = createKeyring(first);
    const sealed = keyring.seal('naïve ☃', 'p1:user:u1');
    expect(keyring.open(sealed, 'p1:user:u1')).toBe('naïve ☃');
    expect(sealed).not.toContain('naïve');
  });

  it('seals the same text differently each time', () => {
    const keyring = createKeyring(first);
    expect(keyring.seal('x', 'a')).not.toBe(keyring.seal('x', 'a'));
  });

  it('refuses a value moved to another place, project or row', () => {
    const keyring = createKeyring(first);
    const sealed = keyring.seal('x', 'p1');
    expect(() => keyring.open(sealed, 'p2')).toThrow();
  });

  it('refuses a value with any byte changed', () => {
    const keyring = createKeyring(first);
    const [id, body] = keyring.seal('secret', 'a').split('.') as [string, string];
    const bytes = Buffer.from(body, 'base64url');
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes);
      changed[i]! ^= 1;
      expect(() => keyring.open(`${id}.${changed.toString('base64url')}`, 'a')).toThrow();
    }
    expect(() => keyring.open(`${id}.AAAA`, 'a')).toThrow('too short');
  });

  it('opens with an older key after a rotation and seals with the newest', () => {
    const old = createKeyring(first).seal('x', 'a');
    const rotated = createKeyring(`${second},${first}`);
    expect(rotated.open(old, 'a')).toBe('x');
    expect(rotated.isStale(old)).toBe(true);
    const fresh = rotated.seal('x', 'a');
    expect(fresh).toMatch(/^k2\./);
    expect(rotated.isStale(fresh)).toBe(false);
    expect(() => createKeyring(first).open(fresh, 'a')).toThrow('does not have');
  });

  it('refuses malformed keys without repeating them', () => {
    expect(() => createKeyring('k1:c2hvcnQ=')).toThrow(/^(?!.*c2hvcnQ).*32 bytes/);
    expect(() => createKeyring('')).toThrow('32 bytes');
    expect(() => createKeyring(`${first},${first}`)).toThrow('twice');
  });
});
