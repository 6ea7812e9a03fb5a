import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebHandler } from './serve-web.ts';

const SCRIPT = 'console.log(1)\n';
let server: Server;
let origin = '';

beforeAll(async () => {
  const dist_dir = mkdtempSync(join(tmpdir(), 'portico-web-'));
  mkdirSync(join(dist_dir, 'assets'));
  writeFileSync(
    join(dist_dir, 'index.html'),
    '<!doctype html><title>Portico</title><script>boot()</script><div id="root"></div>',
  );
  writeFileSync(join(dist_dir, 'favicon.svg'), '<svg/>');
  writeFileSync(join(dist_dir, 'assets/app-1a2b.js'), SCRIPT);
  writeFileSync(join(dist_dir, 'assets/app-1a2b.js.gz'), gzipSync(SCRIPT));
  const web = createWebHandler({
    dist_dir,
    api_url: 'https://api.example.com',
    project_id: 'internal',
    publishable_client_key: '</script><b>',
  });
  server = createServer((req, res) => web(req, res, () => res.writeHead(404, { 'x-passed': '1' }).end()));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

describe('the web handler', () => {
  it('answers every route of the app with the page and its configuration', async () => {
    const response = await fetch(`${origin}/projects/abc/users?query=x`);
    const html = await response.text();
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const json = /<script id="portico-config" type="application\/json">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(JSON.parse(json)).toEqual({
      api_url: 'https://api.example.com',
      project_id: 'internal',
      publishable_client_key: '</script><b>',
    });
  });

  it('allows exactly its own inline script and the API', async () => {
    const policy = (await fetch(`${origin}/`)).headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self' 'sha256-[A-Za-z0-9+/]+=*';/);
    expect(policy).toContain("connect-src 'self' https://api.example.com");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it('keeps hashed assets for ever and sends them compressed to who asks', async () => {
    const response = await fetch(`${origin}/assets/app-1a2b.js`, { headers: { 'accept-encoding': 'gzip' } });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(await response.text()).toBe(SCRIPT);
  });

  it('answers 304 to a browser that has the file', async () => {
    const etag = (await fetch(`${origin}/favicon.svg`)).headers.get('etag') ?? '';
    const again = await fetch(`${origin}/favicon.svg`, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  it.each([
    '/api/v1/users',
    '/health',
    '/inbox/messages?to=x',
    '/images/a.png',
    '/assets/gone.js',
    '/..%2fpackage.json',
  ])('leaves %s to others', async (path) => {
    expect((await fetch(`${origin}${path}`)).headers.get('x-passed')).toBe('1');
  });

  it('leaves everything but reading to others', async () => {
    expect((await fetch(`${origin}/projects`, { method: 'POST' })).headers.get('x-passed')).toBe('1');
  });
});
