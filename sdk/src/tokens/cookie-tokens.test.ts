import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MockInstance } from 'vitest';
import type { CookieAttributes, CookieJar } from './cookie-jar.ts';
import { defaultRefreshCookie, domainOfRefreshCookie, domainRefreshCookie } from './cookie-names.ts';
import { readCookieTokens, writeCookieTokens } from './cookie-tokens.ts';

const projectId = 'p1';

/** Cookies as a browser keeps them: name and domain together are the key. */
const createJar = (secure: boolean, initial: Record<string, string> = {}) => {
  const cookies = new Map(Object.entries(initial));
  const written: (CookieAttributes & { name: string; maxAgeSeconds?: number })[] = [];
  const deleted: (CookieAttributes & { name: string })[] = [];
  const jar: CookieJar = {
    secure,
    all: () => new Map(cookies),
    set: (name, value, attributes) => {
      cookies.set(name, value);
      written.push({ name, ...attributes });
    },
    delete: (name, attributes) => {
      cookies.delete(name);
      deleted.push({ name, ...attributes });
    },
  };
  return { jar, cookies, written, deleted };
};

const structured = (token: string, at?: number): string =>
  JSON.stringify({ refresh_token: token, updated_at_millis: at });

describe('reading a session from cookies', () => {
  let warning: MockInstance;
  beforeEach(() => {
    warning = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  });

  it('prefers plain names, then the newest structured cookie', () => {
    const many = {
      'stack-refresh-p1--default': structured('old', 1),
      '__Host-stack-refresh-p1--default': structured('new', 3),
      'stack-refresh-p1--custom-CNW62VBGDHJJWRVFDM': structured('middle', 2),
      'stack-refresh-p1--custom-X': structured('ageless'),
      'stack-refresh-p2--default': structured('foreign', 9),
      'stack-refresh-p1--broken': '{',
    };
    expect(readCookieTokens(new Map(Object.entries(many)), projectId).refreshToken).toBe('new');
    expect(warning).toHaveBeenCalledOnce();
    const plain = { ...many, 'stack-refresh': 'older', 'stack-refresh-p1': 'plain' };
    expect(readCookieTokens(new Map(Object.entries(plain)), projectId).refreshToken).toBe('plain');
    expect(readCookieTokens(new Map([['stack-refresh', 'older']]), projectId).refreshToken).toBe('older');
  });

  it.each([
    ['["r","a"]', 'a'],
    ['["other","a"]', null],
    ['foo', null],
    ['["r"]', null],
    ['["r",1]', null],
    ['["r","a","b"]', null],
    ['["', null],
  ])('takes the access token from %s as %s', (value, expected) => {
    const cookies = new Map([
      ['stack-refresh-p1', 'r'],
      ['stack-access', value],
    ]);
    expect(readCookieTokens(cookies, projectId)).toEqual({ refreshToken: 'r', accessToken: expected });
  });
});

describe('writing a session to cookies', () => {
  it('over https uses the __Host- name and removes every older form', () => {
    const { jar, cookies, written } = createJar(true, {
      'stack-refresh': 'x',
      'stack-refresh-p1': 'x',
      'stack-refresh-p1--default': structured('x', 1),
      unrelated: 'stays',
    });
    writeCookieTokens({ jar, projectId }, { refreshToken: 'r', accessToken: 'a' });
    expect([...cookies.keys()].sort()).toEqual([
      '__Host-stack-refresh-p1--default',
      'stack-access',
      'unrelated',
    ]);
    expect(written).toEqual([
      { name: '__Host-stack-refresh-p1--default', secure: true, maxAgeSeconds: 31_536_000 },
      { name: 'stack-access', secure: true, maxAgeSeconds: 86_400 },
    ]);
    expect(readCookieTokens(cookies, projectId)).toEqual({ refreshToken: 'r', accessToken: 'a' });
  });

  it('over http uses the plain default name', () => {
    const { jar, cookies } = createJar(false);
    writeCookieTokens({ jar, projectId }, { refreshToken: 'r', accessToken: null });
    expect([...cookies.keys()]).toEqual([defaultRefreshCookie(projectId, false)]);
  });

  it('with a parent domain also writes the shared cookie, and deletes it with its domain', () => {
    const { jar, cookies, written, deleted } = createJar(true);
    const session = { jar, projectId, cookieDomain: 'Example.com' };
    writeCookieTokens(session, { refreshToken: 'r', accessToken: null });
    const shared = 'stack-refresh-p1--custom-CNW62VBGDHJJWRVFDM';
    expect(written).toContainEqual({
      name: shared,
      secure: true,
      domain: 'Example.com',
      maxAgeSeconds: 31_536_000,
    });
    writeCookieTokens({ jar, projectId }, { refreshToken: null, accessToken: null });
    expect(deleted).toContainEqual({ name: shared, secure: true, domain: 'example.com' });
    expect(deleted).toContainEqual({
      name: '__Host-stack-refresh-p1--default',
      secure: true,
      domain: undefined,
    });
    expect(cookies.size).toBe(0);
  });
});

it('the name of a shared cookie tells its domain', () => {
  const name = domainRefreshCookie(projectId, 'a.very-long.example.co.uk');
  expect(domainOfRefreshCookie(name)).toBe('a.very-long.example.co.uk');
  expect(domainOfRefreshCookie('stack-refresh-p1--default')).toBeUndefined();
});
