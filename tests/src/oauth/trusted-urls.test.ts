/** Which addresses a browser is sent back to, by what the project trusts. */
import { beforeAll, describe, expect, it } from 'vitest';
import { expectSchemaErrorOn, ok, url } from '../client.ts';
import { newEmail, newProject, overrideConfig, type Project } from '../project.ts';
import { createBrowser, newAttempt, roundTrip } from './browser.ts';
import { expectKnownPage, providers } from './project-with-providers.ts';

const DOMAIN_KEYS = 'domains.trustedDomains';

/** Trusted base URLs, what they let in, what not. `+localhost` stands for the switch. */
const TABLE: [trusted: string, yes: string, no: string][] = [
  [
    'https://example.com',
    'https://example.com/handler https://example.com/handler/callback https://example.com/other https://example.com/ https://example.com/any/path https://example.com:443/x',
    'https://other.com/handler https://example.com.other.com/handler http://example.com/handler javascript:alert(1)',
  ],
  ['', '', 'https://example.com/handler http://localhost/callback http://127.0.0.1/callback'],
  [
    'https://*.example.com',
    'https://api.example.com/handler https://www.example.com/ https://staging.example.com/other',
    'https://example.com/handler https://api.v2.example.com/handler',
  ],
  [
    'https://**.example.com',
    'https://api.example.com/ https://api.v2.example.com/other/path https://a.b.c.example.com/deep',
    'https://example.com/handler https://evil.com/https://a.example.com https://evil.com?.example.com',
  ],
  [
    'https://api-*.example.com',
    'https://api-v1.example.com/x https://api-prod.example.com/',
    'https://api.example.com/ https://v1-api.example.com/',
  ],
  [
    'https://*.*.org',
    'https://mail.example.org/x https://api.company.org/',
    'https://example.org/ https://a.b.c.org/',
  ],
  [
    '+localhost',
    'http://localhost/callback http://localhost:3000/callback http://127.0.0.1/callback http://sub.localhost/callback http://127.1/x http://2130706433/x https://localhost/x',
    'http://[::1]/x http://0.0.0.0/x http://localhost./x javascript://localhost/x app://localhost/x',
  ],
  [
    'https://localhost',
    'https://localhost/ https://localhost:443/',
    'https://localhost:3000/ https://localhost:8080/',
  ],
  [
    'http://localhost',
    'http://localhost/ http://localhost:80/',
    'http://localhost:3000/ http://localhost:8080/',
  ],
  [
    'https://*.localhost',
    'https://api.localhost/ https://api.localhost:443/ https://app.localhost/',
    'https://api.localhost:3000/ https://app.localhost:8080/ https://localhost/',
  ],
  [
    'https://localhost.*',
    'https://localhost.de/ https://localhost.com/ https://localhost.org/ https://localhost.de:443/',
    'https://localhost.de:3000/ https://localhost.com:8080/ https://localhost/',
  ],
  [
    'https://*.example.com:8080',
    'https://api.example.com:8080/ https://app.example.com:8080/',
    'https://api.example.com/ https://api.example.com:443/ https://api.example.com:3000/',
  ],
  [
    'https://example.com https://*.staging.com https://**.production.com',
    'https://example.com/any/path https://api.staging.com/different/path https://api.v2.production.com/',
    'https://other.com/handler',
  ],
  [
    'https://localhost:*',
    'https://localhost/ https://localhost:443/ https://localhost:3000/ https://localhost:8080/ https://localhost:12345/',
    'https://example.com:3000/',
  ],
  [
    'https://*.localhost:*',
    'https://api.localhost/ https://api.localhost:3000/ https://app.localhost:8080/ https://staging.localhost:12345/',
    'https://localhost:3000/',
  ],
  [
    'https://**.example.com:*',
    'https://api.example.com:3000/ https://api.v2.example.com:8080/ https://staging.api.v2.example.com:12345/',
    'https://example.com:3000/',
  ],
  [
    'http://*:*',
    'http://localhost:3000/ http://localhost:8080/ http://app:12345/',
    'http://example.com:8080/ http://api.test.com:12345/ https://localhost:3000/',
  ],
  [
    'http://**:*',
    'http://localhost:3000/ http://example.com:8080/ http://192.168.1.1:80/ http://a.b.c.d.example:9/',
    'https://localhost:3000/',
  ],
  [
    'https://app-*.example.com https://api.example.com:*',
    'https://app-v1.example.com/ https://app-staging.example.com/ https://api.example.com/ https://api.example.com:3000/ https://api.example.com:8080/',
    'https://app-v1.example.com:3000/ https://api-v1.example.com:3000/',
  ],
  [
    'nonsense https://[ https://good.example',
    'https://good.example/',
    'https://nonsense/ https://example.com/',
  ],
  ['https://*.EXAMPLE.com', 'https://api.example.com/ https://API.Example.COM/', 'https://example.com/'],
  ['app://callback', 'app://callback/done', 'app://other/done'],
];
const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');
const rows = TABLE.flatMap(([trusted, yes, no]) => [
  ...words(yes).map((candidate) => ({ trusted, candidate, verdict: 'trusted' })),
  ...words(no).map((candidate) => ({ trusted, candidate, verdict: 'not trusted' })),
]);

let project: Project;
beforeAll(async () => {
  project = await newProject({ oauth_providers: providers });
});

const trust = (trusted: string) =>
  overrideConfig(project, {
    'domains.allowLocalhost': trusted === '+localhost',
    [DOMAIN_KEYS]: Object.fromEntries(
      words(trusted.replace('+localhost', '')).map((baseUrl, index) => [
        `d${index}`,
        { baseUrl, handlerPath: '/handler' },
      ]),
    ),
  });

/** A sign-in that the provider refused, with that address for errors. */
const refusedFor = async (error_redirect_url: string) => {
  const browser = createBrowser();
  const start = await browser.open(newAttempt(project, { error_redirect_url }).address);
  expect(start.status, start.text).toBe(307);
  const asked = new URL(start.location ?? '').searchParams;
  const callback = new URL(asked.get('redirect_uri') ?? '');
  callback.searchParams.set('error', 'access_denied');
  callback.searchParams.set('state', asked.get('state') ?? '');
  return browser.open(callback.href);
};

describe('the address for errors', () => {
  let current: string | undefined;
  it.each(rows)('under $trusted $candidate is $verdict', async ({ trusted, candidate, verdict }) => {
    if (current !== trusted) await trust(trusted);
    current = trusted;
    const page = await refusedFor(candidate);
    if (verdict === 'not trusted') return expectKnownPage(page, 400, 'OAUTH_PROVIDER_ACCESS_DENIED');
    expect(page.status, page.text).toBe(303);
    const target = new URL(page.location ?? '');
    expect(target.searchParams.get('errorCode')).toBe('OAUTH_PROVIDER_ACCESS_DENIED');
    const expected = new URL(candidate);
    expect([target.protocol, target.host, target.pathname]).toEqual([
      expected.protocol,
      expected.host,
      expected.pathname,
    ]);
  });

  it.each(['not-a-url', '', '/relative', 'https://a b.example'])(
    '"%s" is a SCHEMA_ERROR',
    async (error_redirect_url) => {
      const page = await createBrowser().open(newAttempt(project, { error_redirect_url }).address);
      expectKnownPage(page, 400, 'SCHEMA_ERROR', { message: expect.any(String) as string });
    },
  );

  it('wins under its newer name', async () => {
    await trust('https://new.example https://old.example');
    const browser = createBrowser();
    const both = { error_redirect_uri: 'https://new.example/', error_redirect_url: 'https://old.example/' };
    const start = await browser.open(newAttempt(project, both).address);
    const asked = new URL(start.location ?? '').searchParams;
    const state = asked.get('state') ?? '';
    const page = await browser.open(`${asked.get('redirect_uri')}?error=access_denied&state=${state}`);
    expect(new URL(page.location ?? '').host).toBe('new.example');
  });
});

describe('a trusted domain', () => {
  const store = (domain: string) =>
    project.admin.patch('/internal/projects/current', {
      config: { domains: [{ domain, handler_path: '/handler' }] },
    });

  it.each([
    'http://*:8103', 'http://**host:8103', 'http://stack-test.*', 'http://api-*:8107', 'https://**.example.com',
    'https://*.*.test.com', 'https://api-*.*.example.com', 'https://*-staging.example.com',
    'https://**.api.example.com', 'https://example.com/with/path',
  ])('of the settings may be %s', async (domain) => {
    const { config } = ok(await store(domain)) as { config: { domains: object[] } };
    expect(config.domains).toEqual([{ domain, handler_path: '/handler' }]);
  }); // prettier-ignore

  it.each([
    'ftp://*.example.com', 'https://example.com/*', 'https://localhost:*', 'http://*:*', 'https://*..com',
    'https://*.com.', 'https://*.com?x=*', 'https://*@example.com', 'https://*.exa mple.com', 'not a url',
  ])('of the settings may not be %s', async (domain) => {
    expectSchemaErrorOn(await store(domain), 'body.config.domains[0].domain');
  }); // prettier-ignore
});

it('a project without trusted domains and without localhost sends nobody anywhere', async () => {
  await trust('');
  for (const redirect_uri of ['http://localhost:3000/', 'https://example.com/', url()]) {
    const page = await roundTrip(newAttempt(project, { redirect_uri }), { email: newEmail() });
    expectKnownPage(page, 400, 'REDIRECT_URL_NOT_WHITELISTED');
  }
});
