import { describe, expect, it } from 'vitest';
import { isTrustedUrl, reduceToOwnOrigin } from './trusted-url.ts';

describe('a URL is trusted', () => {
  it.each(['/x', 'x?y', '', '?a=b', '#top', '/a/../b'])('when it is relative: %j', (url) => {
    expect(isTrustedUrl(url, { origin: 'https://app.test' })).toBe(true);
  });

  it('when it is https on the app’s own origin', () => {
    expect(isTrustedUrl('https://app.test/after', { origin: 'https://app.test' })).toBe(true);
  });

  it.each([
    ['https://app.lumen.test/x', 'https://app.lumen.test'],
    ['https://a.lumen.test/x', 'https://*.lumen.test'],
    ['https://a.b.lumen.test/x', 'https://**.lumen.test'],
    ['https://app.lumen.test:8443/x', 'https://app.lumen.test:8443'],
  ])('when the project trusts the host: %s by %s', (url, domain) => {
    expect(isTrustedUrl(url, { domains: [domain] })).toBe(true);
  });
});

describe('a URL is not trusted', () => {
  it.each([
    '//evil.test',
    'https://evil.test',
    'javascript:alert(1)',
    '/\\evil.test',
    '\\\\evil.test',
    'http://app.test/x',
    'data:text/html,x',
    'https://app.test@evil.test/',
    'https://user:pw@app.test/',
    ' //evil.test',
    '/\t/evil.test',
    'https://app.test.evil.test',
    'https:/evil.test',
  ])('%j', (url) => {
    expect(isTrustedUrl(url, { origin: 'https://app.test', domains: ['https://app.test'] })).toBe(false);
  });

  it.each([
    ['https://a.b.lumen.test/x', 'https://*.lumen.test'],
    ['http://app.lumen.test/x', 'http://app.lumen.test'],
    ['https://app.lumen.test:8443/x', 'https://app.lumen.test'],
    ['https://appxlumen.test/x', 'https://app.lumen.test'],
  ])('when the pattern differs: %s by %s', (url, domain) => {
    expect(isTrustedUrl(url, { domains: [domain] })).toBe(false);
  });
});

it('an absolute URL of the page’s own origin is reduced to its path, also over http', () => {
  expect(reduceToOwnOrigin('http://localhost:3000/a?b=1#c', 'http://localhost:3000')).toBe('/a?b=1#c');
  expect(reduceToOwnOrigin('http://localhost:3001/a', 'http://localhost:3000')).toBe(
    'http://localhost:3001/a',
  );
});
