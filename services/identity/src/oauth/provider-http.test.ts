import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProviderHttp, type ProviderHttpOptions } from './provider-http.ts';
import { isPublicAddress } from './public-address.ts';

let server: Server;
let origin: string;
let hits = 0;

beforeAll(async () => {
  server = createServer((req, res) => {
    hits += 1;
    if (req.url === '/redirect') return res.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    if (req.url === '/large') return res.end('x'.repeat(2 * 1024 * 1024));
    if (req.url === '/silent') return undefined;
    return res.end('hello');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const forbidden = expect.objectContaining({ status: 400 }) as object;
const noAnswer = expect.objectContaining({ status: 503 }) as object;

const send = async (url: string, options: ProviderHttpOptions = {}) => {
  const http = createProviderHttp({ timeout_millis: 500, ...options });
  try {
    return await http.send(url);
  } finally {
    await http.close();
  }
};

type Resolve = NonNullable<ProviderHttpOptions['resolve']>;
const resolvesTo = (...addresses: string[]): Resolve =>
  ((_name: string, _options: object, found: (error: null, all: object[]) => void) =>
    found(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as Resolve;

describe('a request to a provider', () => {
  it.each([
    'http://example.com/',
    'https://user:password@example.com/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://10.1.2.3/',
    'https://[::1]/',
    'https://[fd00::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://0.0.0.0/',
    'ftp://example.com/',
    'not a url',
  ])('never goes to %s', async (url) => {
    await expect(send(url)).rejects.toEqual(forbidden);
  });

  it.each([
    [['127.0.0.1']],
    [['169.254.169.254']],
    [['::1']],
    [['93.184.216.34', '127.0.0.1']],
    [['fe80::1', '2606:4700::1111']],
  ])('never goes to a name that resolves to %j', async (addresses) => {
    await expect(send('https://rebinding.example/', { resolve: resolvesTo(...addresses) })).rejects.toEqual(
      forbidden,
    );
  });

  it('uses the address it has judged, so a second resolution changes nothing', async () => {
    let count = 0;
    const resolve = ((name: string, options: object, found: never) =>
      resolvesTo((count += 1) === 1 ? '93.184.216.34' : '127.0.0.1')(
        name,
        options as never,
        found,
      )) as Resolve;
    await expect(send('https://rebinding.example:9/', { resolve })).rejects.toEqual(noAnswer);
    expect(count).toBe(1);
  });

  it('reaches the configured sandbox wherever it is', async () => {
    await expect(send(origin, { trusted_origins: [origin] })).resolves.toEqual({
      status: 200,
      text: 'hello',
    });
    const before = hits;
    await expect(send(origin)).rejects.toEqual(forbidden);
    expect(hits).toBe(before);
  });

  it('does not follow redirects, wait for ever or read without end', async () => {
    const options = { trusted_origins: [origin] };
    await expect(send(`${origin}/redirect`, options)).resolves.toMatchObject({ status: 302 });
    await expect(send(`${origin}/silent`, options)).rejects.toEqual(noAnswer);
    await expect(send(`${origin}/large`, options)).rejects.toEqual(noAnswer);
  });

  it('to somebody who is away is answered as an outage', async () => {
    await expect(send('http://127.0.0.1:9/', { trusted_origins: ['http://127.0.0.1:9'] })).rejects.toEqual(
      noAnswer,
    );
  });
});

describe('a public address', () => {
  it.each(['8.8.8.8', '93.184.216.34', '172.15.0.1', '172.32.0.1', '2606:4700:4700::1111'])(
    'is %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
  it.each([
    '10.0.0.1', '100.64.0.1', '127.9.9.9', '172.16.0.1', '192.168.1.1', '198.18.0.1', '224.0.0.1', '255.255.255.255',
    '::', '::1', 'fc00::1', 'fe80::1', 'ff02::1', '::ffff:8.8.8.8', '2001:db8::1', '2002:7f00:1::', '2001::1', 'x', '',
  ])('is not %s', (address) => expect(isPublicAddress(address)).toBe(false)); // prettier-ignore
});
