import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectSchemaErrorOn, ok, type Json } from '../client.ts';
import { newEmail, newProject, overrideConfig, PASSWORD, type Project } from '../project.ts';

type Row = readonly [trusted: readonly string[], yes: readonly string[], no: readonly string[]];

/** Localhost is not allowed in any of these. */
const TABLE: readonly Row[] = [
  [
    ['https://example.com'],
    [
      'https://example.com/handler', 'https://example.com/handler/callback', 'https://example.com/other',
      'https://example.com/', 'https://example.com/any/path', 'https://example.com:443/x',
      'https://EXAMPLE.com/', 'https://user:secret@example.com/?a=b#c',
    ],
    [
      'https://other.com/handler', 'https://example.com.other.com/handler', 'http://example.com/handler',
      'javascript:alert(1)', 'https://example.com@evil.com/', 'https://example.com:8443/',
    ],
  ],
  [
    ['https://*.example.com'],
    ['https://api.example.com/handler', 'https://www.example.com/', 'https://staging.example.com/other'],
    ['https://example.com/handler', 'https://api.v2.example.com/handler', 'http://api.example.com/'],
  ],
  [
    ['https://**.example.com'],
    ['https://api.example.com/', 'https://api.v2.example.com/other/path', 'https://a.b.c.example.com/deep'],
    ['https://example.com/handler', 'https://evil.com/https://a.example.com', 'https://evil.com?.example.com'],
  ],
  [
    ['https://api-*.example.com'],
    ['https://api-v1.example.com/handler', 'https://api-prod.example.com/'],
    ['https://api.example.com/', 'https://v1-api.example.com/'],
  ],
  [
    ['https://*.*.org'],
    ['https://mail.example.org/handler', 'https://api.company.org/'],
    ['https://example.org/', 'https://a.b.c.org/'],
  ],
  [[], [], ['http://localhost/callback', 'http://127.0.0.1/callback', 'https://example.com/']],
  [
    ['https://localhost'],
    ['https://localhost/', 'https://localhost:443/'],
    ['https://localhost:3000/', 'https://localhost:8080/', 'http://localhost/'],
  ],
  [
    ['http://localhost'],
    ['http://localhost/', 'http://localhost:80/'],
    ['http://localhost:3000/', 'http://localhost:8080/', 'https://localhost/'],
  ],
  [
    ['https://localhost:*'],
    [
      'https://localhost/', 'https://localhost:443/', 'https://localhost:3000/', 'https://localhost:8080/',
      'https://localhost:12345/',
    ],
    ['https://example.com:3000/'],
  ],
  [
    ['https://*.localhost'],
    ['https://api.localhost/', 'https://api.localhost:443/', 'https://app.localhost/'],
    ['https://api.localhost:3000/', 'https://app.localhost:8080/', 'https://localhost/'],
  ],
  [
    ['https://*.localhost:*'],
    [
      'https://api.localhost/', 'https://api.localhost:3000/', 'https://app.localhost:8080/',
      'https://staging.localhost:12345/',
    ],
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
    [
      'https://api.example.com:3000/', 'https://api.v2.example.com:8080/',
      'https://staging.api.v2.example.com:12345/',
    ],
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
  [
    ['https://*.Upper.EXAMPLE', 'HTTPS://Exact.Example'],
    ['https://a.upper.example/', 'https://A.UPPER.EXAMPLE/', 'https://exact.example/'],
    ['https://upper.example/'],
  ],
  [['myapp://callback'], ['myapp://callback/done'], ['myapp://other/done', 'https://callback/']],
]; // prettier-ignore

const STORABLE = [
  'http://*:8103', 'http://**host:8103', 'http://stack-test.*', 'http://api-*:8107', 'https://**.example.com',
  'https://*.*.test.com', 'https://api-*.*.example.com', 'https://*-staging.example.com',
  'https://**.api.example.com',
]; // prettier-ignore

const NOT_STORABLE = [
  'ftp://*.example.com', 'https://example.com/*', 'https://localhost:*', 'http://*:*', 'https://*..com',
  'https://*.com.', 'https://a b.example', 'https://*.example.com?*', 'https://*.example.com#*',
]; // prettier-ignore

/** Signing up is closed, so that a trusted callback is told by the next refusal and makes no account. */
let project: Project;
beforeAll(async () => {
  project = await newProject({ sign_up_enabled: false, allow_localhost: false });
});

const signUp = (verification_callback_url: string, one = project) =>
  one.client.post('/auth/password/sign-up', {
    email: newEmail(),
    password: PASSWORD,
    verification_callback_url,
  });
const trust = (entries: readonly object[]) =>
  overrideConfig(project, {
    'domains.trustedDomains': Object.fromEntries(entries.map((entry, index) => [`domain-${index}`, entry])),
  });
const trustUrls = (urls: readonly string[]) =>
  trust(urls.map((baseUrl) => ({ baseUrl, handlerPath: '/handler' })));

describe('a callback URL', () => {
  it.each(TABLE)('under the trusted domains %j', async (trusted, yes, no) => {
    await trustUrls(trusted);
    for (const url of yes) {
      const { body } = await signUp(url);
      expect(`${url} ${body.code as string}`).toBe(`${url} SIGN_UP_NOT_ENABLED`);
    }
    for (const url of no) {
      const { body } = await signUp(url);
      expect(`${url} ${body.code as string}`).toBe(`${url} REDIRECT_URL_NOT_WHITELISTED`);
    }
  });

  it('that is no URL, is empty or has a space is SCHEMA_ERROR', async () => {
    for (const url of ['not-a-url', '', '//example.com', 'https://example.com/a b'])
      expectSchemaErrorOn(await signUp(url), 'body.verification_callback_url');
  });

  it('is not trusted by an entry without a base URL, nor by one that is no URL', async () => {
    await trust([{ handlerPath: '/handler' }, { baseUrl: 'not a url' }, { baseUrl: '*' }]);
    const answer = await signUp('https://example.com/handler');
    expectKnown(answer, 400, 'REDIRECT_URL_NOT_WHITELISTED');
  });

  it('of localhost is trusted while the project allows it, without any domain', async () => {
    const local = await newProject({ sign_up_enabled: false, allow_localhost: true });
    for (const url of [
      'http://localhost/callback',
      'http://localhost:3000/callback',
      'http://127.0.0.1/callback',
      'http://sub.localhost/callback',
      'https://127.8.9.10:1/',
      'http://127.1/',
      'http://2130706433/',
    ])
      expectKnown(await signUp(url, local), 400, 'SIGN_UP_NOT_ENABLED');
    for (const url of ['http://[::1]/', 'http://0.0.0.0/', 'http://localhost./', 'myapp://localhost/'])
      expectKnown(await signUp(url, local), 400, 'REDIRECT_URL_NOT_WHITELISTED');
  });
});

describe('every mail that carries a link', () => {
  const TRUSTED = 'https://app.example/callback';
  const send = async (callback_url: string) => {
    const own = await newProject({
      allow_localhost: false,
      magic_link_enabled: true,
      domains: [{ domain: 'https://app.example', handler_path: '/somewhere/else' }],
    });
    const user = await own.signUp();
    const client = own.as('client', user);
    const { items } = ok(await client.get('/contact-channels?user_id=me')) as { items: { id: string }[] };
    const { email } = user;
    return Promise.all([
      own.client.post('/auth/password/sign-up', {
        email: newEmail(),
        password: PASSWORD,
        verification_callback_url: callback_url,
      }),
      own.client.post('/auth/otp/send-sign-in-code', { email: newEmail(), callback_url }),
      own.client.post('/auth/password/send-reset-code', { email, callback_url }),
      client.post(`/contact-channels/me/${items[0]!.id}/send-verification-code`, { callback_url }),
      client.post('/contact-channels/send-verification-code', { email, callback_url }),
    ]);
  };

  it('goes to trusted domains only, whatever their handler path is', async () => {
    for (const answer of await send(TRUSTED)) ok(answer);
    for (const url of ['https://evil.example/callback', 'http://localhost:3000/callback'])
      for (const answer of await send(url)) expectKnown(answer, 400, 'REDIRECT_URL_NOT_WHITELISTED');
  });
});

describe('a trusted domain', () => {
  const read = async () => {
    const { config_string } = ok(await project.admin.get('/internal/config')) as { config_string: string };
    const { domains } = JSON.parse(config_string) as Json;
    return (Object.values(domains.trustedDomains as object) as { baseUrl: string }[]).map((one) => one.baseUrl);
  }; // prettier-ignore
  const patch = (domain: string, handler_path = '/handler') =>
    project.admin.patch('/internal/projects/current', { config: { domains: [{ domain, handler_path }] } });

  it.each(STORABLE)('may be %s', async (domain) => {
    await trustUrls([domain]);
    expect(await read()).toEqual([domain]);
    ok(await patch(domain));
    expect(await read()).toEqual([domain]);
  });

  it.each(NOT_STORABLE)('of the settings may not be %s', async (domain) => {
    expectSchemaErrorOn(await patch(domain), 'body.config.domains[0].domain');
  });

  it('may stand beside others, and all are read back', async () => {
    const domains = ['https://app.production.com', 'https://*.staging.com', 'http://stack-test.localhost'];
    await trustUrls(domains);
    expect(await read()).toEqual(domains);
  });

  it('has a handler path that starts with / and has at most 300 characters', async () => {
    const field = 'body.config.domains[0].handler_path';
    for (const path of ['', 'handler', `/${'x'.repeat(300)}`])
      expectSchemaErrorOn(await patch('https://app.example', path), field);
    for (const path of ['/', `/${'x'.repeat(299)}`]) ok(await patch('https://app.example', path));
  });
});
