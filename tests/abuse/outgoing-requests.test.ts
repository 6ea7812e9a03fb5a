/**
 * What a project may make the server ask: the metadata, keys and userinfo of an OpenID provider of its own. Addresses that
 * redirect, answer without end or resolve to another address the second time need a name server and a trusted host, so
 * services/identity/src/oauth/provider-http.test.ts has them on the guarded client itself, and id-token.test.ts beside it
 * metadata that name private addresses for keys and userinfo.
 */
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBrowser, newAttempt } from '../src/oauth/browser.ts';
import { expectTextPage } from '../src/oauth/project-with-providers.ts';
import { newProject, overrideConfig, type Project } from '../src/project.ts';
import { timed } from './timed.ts';

let project: Project;
let inside: Server;
let connections = 0;
let port = 0;
beforeAll(async () => {
  project = await newProject();
  inside = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => inside.listen(0, resolve));
  ({ port } = inside.address() as AddressInfo);
});
afterAll(() => new Promise((resolve) => inside.close(resolve)));

const configure = (issuerUrl: string) =>
  overrideConfig(project, {
    'auth.oauth.providers.company': {
      type: 'oidc',
      isShared: false,
      clientId: 'client',
      clientSecret: 'secret',
      issuerUrl,
      allowSignIn: true,
      allowConnectedAccounts: true,
    },
  });
const begin = () => createBrowser().open(newAttempt(project, {}, 'company').address);

describe('26 · an OpenID provider of a project', () => {
  it.each([
    ['the metadata service of a cloud', () => 'https://169.254.169.254/latest/meta-data'],
    ['the same by its IPv6 address', () => 'https://[fd00:ec2::254]/'],
    ['this machine', () => `https://127.0.0.1:${port}`],
    ['this machine, without encryption', () => `http://127.0.0.1:${port}`],
    ['this machine by another of its addresses', () => `https://127.9.9.9:${port}`],
    ['this machine by no address', () => `https://0.0.0.0:${port}`],
    ['this machine by IPv6', () => `https://[::1]:${port}`],
    ['this machine by IPv4 in IPv6', () => `https://[::ffff:127.0.0.1]:${port}`],
    ['this machine as one decimal number', () => `https://2130706433:${port}`],
    ['this machine in hexadecimal', () => `https://0x7f000001:${port}`],
    ['this machine in octal', () => `https://0177.0.0.1:${port}`],
    ['this machine in short', () => `https://127.1:${port}`],
    ['this machine by name', () => `https://localhost:${port}`],
    ['this machine by name, without encryption', () => `http://localhost:${port}`],
    ['this machine behind userinfo', () => `https://id.example.com@127.0.0.1:${port}`],
    ['a private network', () => 'https://10.0.0.1/'],
    ['another private network', () => 'https://192.168.1.1/'],
    ['the network of a carrier', () => 'https://100.64.0.1/'],
    ['a link-local address', () => 'https://[fe80::1]/'],
    ['a file', () => 'file:///etc/passwd'],
    ['another protocol', () => `gopher://127.0.0.1:${port}/`],
  ])('that is %s is refused before anything is asked', async (_, issuer) => {
    const before = connections;
    await configure(issuer());
    const { answer, millis } = await timed(begin);
    expectTextPage(answer, 400);
    // What is refused for its address says neither what is there nor how long it takes to find out.
    expect(answer.text).not.toMatch(/ECONN|socket|certificate|timeout/i);
    expect(millis).toBeLessThan(5_000);
    expect(connections).toBe(before);
  });

  it('would have been noticed here, had it been asked', async () => {
    const before = connections;
    await fetch(`http://127.0.0.1:${port}`).catch(() => undefined);
    expect(connections).toBe(before + 1);
  });
});
