import { describe, expect, it } from 'vitest';
import { isTrustedUrl } from './trusted-url.ts';

type Row = readonly [trusted: readonly string[], yes: readonly string[], no: readonly string[]];

/** Localhost is not allowed in any of these. */
const TABLE: readonly Row[] = [
  [
    ['https://example.com'],
    [
      'https://example.com/handler', 'https://example.com/handler/callback', 'https://example.com/other',
      'https://example.com/', 'https://example.com/any/path', 'https://example.com:443/x',
    ],
    [
      'https://other.com/handler', 'https://example.com.other.com/handler', 'http://example.com/handler',
      'not-a-url', '', 'javascript:alert(1)', 'https://example.com@evil.com/', 'https://evil.com\\@example.com',
      'https://example.com.', 'https://example.com:8443/', '//example.com', 'https://example.com%2f.evil.com/',
    ],
  ],
  [[''], [], ['https://example.com/handler']],
  [
    ['https://*.example.com'],
    ['https://api.example.com/handler', 'https://www.example.com/', 'https://staging.example.com/other'],
    ['https://example.com/handler', 'https://api.v2.example.com/handler', 'https://a.example.com.evil.com/'],
  ],
  [
    ['https://**.example.com'],
    ['https://api.example.com/', 'https://api.v2.example.com/other/path', 'https://a.b.c.example.com/deep'],
    ['https://example.com/handler', 'https://evil.com/https://a.example.com', 'https://evil.com?.example.com'],
  ],
  [
    ['https://api-*.example.com'],
    ['https://api-v1.example.com/x', 'https://api-prod.example.com/'],
    ['https://api.example.com/', 'https://v1-api.example.com/'],
  ],
  [
    ['https://*.*.org'],
    ['https://mail.example.org/x', 'https://api.company.org/'],
    ['https://example.org/', 'https://a.b.c.org/'],
  ],
  [[], [], ['http://localhost/callback', 'http://127.0.0.1/callback']],
  [['https://localhost'], ['https://localhost/', 'https://localhost:443/'], ['https://localhost:3000/', 'https://localhost:8080/']],
  [['http://localhost'], ['http://localhost/', 'http://localhost:80/'], ['http://localhost:3000/', 'http://localhost:8080/']],
  [
    ['https://localhost:*'],
    ['https://localhost/', 'https://localhost:443/', 'https://localhost:3000/', 'https://localhost:12345/'],
    ['https://example.com:3000/'],
  ],
  [
    ['https://*.localhost'],
    ['https://api.localhost/', 'https://api.localhost:443/', 'https://app.localhost/'],
    ['https://api.localhost:3000/', 'https://app.localhost:8080/', 'https://localhost/'],
  ],
  [
    ['https://*.localhost:*'],
    ['https://api.localhost/', 'https://api.localhost:3000/', 'https://app.localhost:8080/', 'https://staging.localhost:12345/'],
    ['https://localhost:3000/'],
  ],
  [
    ['https://localhost.*'],
    ['https://localhost.de/', 'https://localhost.com/', 'https://localhost.org/', 'https://localhost.de:443/'],
    ['https://localhost.de:3000/', 'https://localhost.com:8080/', 'https://localhost/'],
  ],
  [
    ['https://*.example.com:8080'],
    ['https://api.example.com:8080/', 'https://app.example.com:8080/'],
    ['https://api.example.com/', 'https://api.example.com:443/', 'https://api.example.com:3000/'],
  ],
  [
    ['https://**.example.com:*'],
    ['https://api.example.com:3000/', 'https://api.v2.example.com:8080/', 'https://staging.api.v2.example.com:12345/'],
    ['https://example.com:3000/'],
  ],
  [
    ['http://*:*'],
    ['http://localhost:3000/', 'http://localhost:8080/', 'http://app:12345/'],
    ['http://example.com:8080/', 'http://api.test.com:12345/', 'https://localhost:3000/'],
  ],
  [
    ['http://**:*'],
    ['http://localhost:3000/', 'http://example.com:8080/', 'http://192.168.1.1:80/', 'http://a.b.c.d.e:1/'],
    ['https://localhost:3000/'],
  ],
  [
    ['https://app-*.example.com', 'https://api.example.com:*'],
    [
      'https://app-v1.example.com/', 'https://app-staging.example.com/', 'https://api.example.com/',
      'https://api.example.com:3000/', 'https://api.example.com:8080/',
    ],
    ['https://app-v1.example.com:3000/', 'https://api-v1.example.com:3000/'],
  ],
  [
    ['https://example.com', 'https://*.staging.com', 'https://**.production.com'],
    ['https://example.com/any/path', 'https://api.staging.com/different/path', 'https://api.v2.production.com/'],
    ['https://other.com/handler'],
  ],
  // Redirects of a whole sign-in, and origins of passkeys.
  [['http://stack-test.localhost'], ['http://stack-test.localhost/some-callback-url'], []],
  [['http://*.localhost'], ['http://stack-test.localhost/some-callback-url'], []],
  [['http://**.localhost'], ['http://stack-test.localhost/some-callback-url'], []],
  [['http://stack-test.*'], ['http://stack-test.localhost/some-callback-url'], []],
  [['https://app.production.com', 'https://app.staging.com', 'http://stack-test.localhost'], ['http://stack-test.localhost/some-callback-url'], []],
  [
    ['https://app.production.com', 'http://localhost:3000', 'https://stack-test.localhost', 'https://*.example.com', 'https://**.example.org', 'http://api-*:8107'],
    [],
    ['http://stack-test.localhost/some-callback-url'],
  ],
  [['https://trusted-domain.com'], [], ['https://trusted-domain.com.evil.com']],
  [['http://*:8103'], ['http://localhost:8103'], []],
  [['http://**host:8103'], ['http://localhost:8103'], []],
  [['https://app.production.com', 'https://*.example.com'], [], ['http://localhost:8103']],
  // Entries that are no URL match nothing and break nothing.
  [['not a url', '*', 'https://'], [], ['https://example.com/']],
  // An app may list a scheme of its own.
  [['myapp://callback'], ['myapp://callback/done'], ['myapp://other']],
  [['HTTPS://APP.Example.com', 'https://*.UPPER.com'], ['https://app.example.com/', 'https://x.upper.com/'], []],
]; // prettier-ignore

describe('a trusted URL', () => {
  for (const [trusted_domains, yes, no] of TABLE) {
    const settings = { allow_localhost: false, trusted_domains: [...trusted_domains] };
    for (const url of yes) {
      it(`is "${url}" for ${trusted_domains.join(' and ')}`, () =>
        expect(isTrustedUrl(url, settings)).toBe(true));
    }
    for (const url of no) {
      it(`is not "${url}" for ${trusted_domains.join(' and ') || 'no domain'}`, () =>
        expect(isTrustedUrl(url, settings)).toBe(false));
    }
  }

  const local = { allow_localhost: true, trusted_domains: [] };
  const localUrls = [
    'http://localhost/callback', 'http://localhost:3000/callback', 'http://127.0.0.1/callback',
    'http://sub.localhost/callback', 'https://localhost:8443/', 'http://127.1/', 'http://2130706433/',
  ]; // prettier-ignore
  it.each(localUrls)('is "%s" while localhost is allowed', (url) =>
    expect(isTrustedUrl(url, local)).toBe(true),
  );

  const notLocal = [
    'javascript://localhost/%0aalert(1)', 'http://[::1]/', 'http://0.0.0.0/', 'http://localhost./',
    'http://localhost.evil.com/', 'http://127.0.0.1.evil.com/', 'ftp://localhost/', 'http://localhost@evil.com/',
  ]; // prettier-ignore
  it.each(notLocal)('is not "%s", whether or not localhost is allowed', (url) =>
    expect(isTrustedUrl(url, local)).toBe(false),
  );

  it('is found quickly whatever the pattern', () => {
    const settings = { allow_localhost: false, trusted_domains: [`https://${'**a'.repeat(60)}b`] };
    const started = performance.now();
    isTrustedUrl(`https://${'a'.repeat(250)}/`, settings);
    expect(performance.now() - started).toBeLessThan(200);
  });
});
