/**
 * The wire trusts origins: scheme, host and port of a trusted domain, compared after parsing and never in part; the path is
 * free, and `*` in a trusted domain stands for a part of one label. So what must match exactly is the origin, at the
 * callback, and the whole redirect URI, byte for byte, when the code is exchanged (23).
 */
import { createAuthenticator } from '@portico/platform/testing/authenticator';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, ok } from '../src/client.ts';
import { createBrowser, newAttempt, roundTrip } from '../src/oauth/browser.ts';
import { expectKnownPage, providers } from '../src/oauth/project-with-providers.ts';
import { newEmail, newProject, type Project } from '../src/project.ts';
import { fromElsewhere } from './from-elsewhere.ts';

const trusting = (domains: string[], allow_localhost = false) =>
  newProject({
    oauth_providers: providers,
    magic_link_enabled: true,
    passkey_enabled: true,
    allow_localhost,
    domains: domains.map((domain) => ({ domain, handler_path: '/handler' })),
  });

/** Nobody comes back to that address: the redirect itself, the error redirect and the links of mails. */
const expectUntrusted = async (project: Project, address: string) => {
  const attempt = newAttempt(project, { redirect_uri: address, error_redirect_url: address });
  const start = await createBrowser().open(attempt.address);
  if (start.status === 400) expectKnownPage(start, 400, 'SCHEMA_ERROR', expect.anything() as object);
  else expectKnownPage(await roundTrip(attempt, { email: newEmail() }), 400, 'REDIRECT_URL_NOT_WHITELISTED');
  const mail = { email: newEmail(), callback_url: address };
  const headers = fromElsewhere();
  const sent = await project.client.post('/auth/otp/send-sign-in-code', mail, { headers });
  expect(['REDIRECT_URL_NOT_WHITELISTED', 'SCHEMA_ERROR']).toContain(sent.body.code);
};
const expectTrusted = async (project: Project, redirect_uri: string) => {
  const page = await roundTrip(newAttempt(project, { redirect_uri }), { email: newEmail() });
  expect(page.status, page.text).toBe(303);
  expect(new URL(page.location ?? '').origin).toBe(new URL(redirect_uri).origin);
};

describe('22 · a redirect to', () => {
  let exact: Project;
  beforeAll(async () => {
    exact = await trusting(['https://trusted.example'], true);
  });

  it.each([
    // Userinfo, backslashes, slashes and what parsers make of them.
    'https://trusted.example@evil.com/',
    'https://trusted.example:443@evil.com/',
    'https://trusted.example%40evil.com/',
    'https://evil.com\\@trusted.example/',
    'https://evil.com\\.trusted.example/',
    'https://evil.com/https://trusted.example/',
    'https://evil.com//trusted.example/',
    'https:////evil.com//trusted.example',
    'https:evil.com/trusted.example',
    '//evil.com/',
    '//trusted.example@evil.com',
    '/\\evil.com',
    'https://evil.com%2f..trusted.example/',
    'https://evil.com%5c.trusted.example/',
    'https://evil.com;trusted.example/',
    'https://evil.com?trusted.example',
    'https://evil.com#trusted.example',
    'https://evil.com\t.trusted.example/',
    'https://evil.com\r\n.trusted.example/',
    // Other hosts and ports that look alike.
    'https://trusted.example.evil.com/',
    'https://trusted-example/',
    'https://trustedXexample/',
    'https://a.trusted.example/',
    'https://trusted.example./',
    'https://trusted.example:8443/',
    'https://trusted.example:80/',
    'https://xn--trusted-.example/',
    'https://tru\u0455ted.example/',
    // Other schemes.
    'http://trusted.example/',
    'http://trusted.example:443/',
    'ftp://trusted.example/',
    'javascript:alert(1)',
    'javascript://trusted.example/%0aalert(1)',
    'javascript://localhost/%0aalert(1)',
    'data:text/html,x',
    'blob:https://trusted.example/x',
    'file:///etc/passwd',
    'myapp://localhost/callback',
    // Almost this machine.
    'https://localhost.evil.com/',
    'http://127.0.0.1.evil.com/',
    'http://localhost@evil.com/',
    'http://evil-localhost/',
    'http://localhost./',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://0.0.0.0/',
    'http://128.0.0.1/',
  ])('%j is none to https://trusted.example, nor to localhost', (address) => expectUntrusted(exact, address));

  it.each([
    'https://trusted.example',
    'https://trusted.example:443/any/path?query',
    'https://TRUSTED.example/',
    'https://evil.com@trusted.example/',
    'http://localhost:3000/',
    'http://127.0.0.1/',
    'http://app.localhost/',
  ])('%j is one to the trusted origin or to localhost', (address) => expectTrusted(exact, address));

  it('a subdomain is trusted by a wildcard for one label, and nothing that merely contains it', async () => {
    const wild = await trusting(['https://*.a.com']);
    await expectTrusted(wild, 'https://app.a.com/');
    for (const address of [
      'https://a.com/',
      'https://a.com.evil/',
      'https://app.a.com.evil/',
      'https://app.a.com.evil.com/',
      'https://evil.com/.a.com',
      'https://evil.com?.a.com',
      'https://evil.com\\.a.com',
      'https://evil.com#.a.com',
      'https://evil.com:443@x.b.com/',
      'https://x.y.a.com/',
      'https://app.a.com:8443/',
      'https://appXa.com/',
      'http://app.a.com/',
    ])
      await expectUntrusted(wild, address);
  });

  it('localhost is nothing special where the project does not allow it', async () => {
    const strict = await trusting(['https://trusted.example']);
    for (const address of [
      'http://localhost/',
      'http://127.0.0.1:3000/',
      'http://app.localhost/',
      'http://2130706433/',
    ])
      await expectUntrusted(strict, address);
  });

  it('a page that is not trusted takes no passkey', async () => {
    const user = await exact.signUp();
    const client = exact.as('client', user);
    for (const origin of ['https://trusted.example.evil.com', 'https://evil.com', 'http://trusted.example']) {
      const begun = ok(await client.post('/auth/passkey/initiate-passkey-registration'));
      const { challenge } = begun.options_json as { challenge: string };
      const credential = createAuthenticator().register({ challenge, origin });
      const answer = await client.post('/auth/passkey/register', { credential, code: begun.code });
      expectKnown(answer, 400, 'PASSKEY_REGISTRATION_FAILED');
    }
  });
});
