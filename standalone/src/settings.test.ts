import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadSettings } from './settings.ts';

let PORTICO_DATA_DIR: string;

beforeEach(() => {
  PORTICO_DATA_DIR = mkdtempSync(join(tmpdir(), 'portico-settings-'));
});

afterEach(() => rmSync(PORTICO_DATA_DIR, { recursive: true, force: true }));

const load = (env: Record<string, string>) => loadSettings({ PORTICO_PORT: '0', PORTICO_DATA_DIR, ...env });

it('nothing has to be set', async () => {
  const settings = await load({});
  expect(settings.PORTICO_PORT).toBeGreaterThan(0);
  expect(settings.PORTICO_PUBLIC_URL).toBe(`http://localhost:${settings.PORTICO_PORT}`);
  expect(settings.PORTICO_WEB_URL).toBe(settings.PORTICO_PUBLIC_URL);
  expect(settings.PORTICO_DATABASE_URL).toBeUndefined();
});

it('keys of the environment win over those of the data directory', async () => {
  await load({});
  const settings = await load({ PORTICO_SEED_SECRET_SERVER_KEY: 'ssk_given' });
  expect(settings.PORTICO_SEED_SECRET_SERVER_KEY).toBe('ssk_given');
  expect(settings.PORTICO_SEED_PUBLISHABLE_CLIENT_KEY).toMatch(/^pck_/);
});

it('an empty variable counts as not set', async () => {
  const settings = await load({ PORTICO_SEED_SECRET_SERVER_KEY: '', PORTICO_DATABASE_URL: '' });
  expect(settings.PORTICO_SEED_SECRET_SERVER_KEY).toMatch(/^ssk_/);
  expect(settings.PORTICO_DATABASE_URL).toBeUndefined();
});

it('the pages are where the API is unless they are elsewhere', async () => {
  const same = await load({ PORTICO_PUBLIC_URL: 'https://auth.example.com' });
  expect(same.PORTICO_WEB_URL).toBe('https://auth.example.com');
  const other = await load({ PORTICO_WEB_URL: 'https://pages.example.com' });
  expect(other.PORTICO_WEB_URL).toBe('https://pages.example.com');
});

it('a malformed variable is named, its value is not', async () => {
  const wrong = load({ PORTICO_DATABASE_URL: 'mysql://user:secret@db' });
  await expect(wrong).rejects.toThrow(/PORTICO_DATABASE_URL is wrong/);
  await expect(wrong).rejects.not.toThrow(/secret/);
});

it('a taken port is told before anything starts', async () => {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, () => resolve((server.address() as AddressInfo).port));
  });
  await expect(load({ PORTICO_PORT: String(port) })).rejects.toThrow(
    `Port ${port} is taken; stop what uses it or set PORTICO_PORT to another.`,
  );
  server.close();
});

it('a sandbox stands in for OAuth providers while only this machine can reach the API', async () => {
  const here = await load({});
  expect(here.PORTICO_OAUTH_SANDBOX_ISSUER).toBe(`${here.PORTICO_PUBLIC_URL}/sandbox-oauth`);
  expect(here.PORTICO_OAUTH_SANDBOX_SECRET).toMatch(/^[0-9a-z]{45}$/);
  const online = { PORTICO_PUBLIC_URL: 'https://auth.example.com' };
  expect((await load(online)).PORTICO_OAUTH_SANDBOX_ISSUER).toBeUndefined();
  expect((await load({ PORTICO_OAUTH_SANDBOX: 'off' })).PORTICO_OAUTH_SANDBOX_ISSUER).toBeUndefined();
  const asked = await load({ ...online, PORTICO_OAUTH_SANDBOX: 'on' });
  expect(asked.PORTICO_OAUTH_SANDBOX_ISSUER).toBe('https://auth.example.com/sandbox-oauth');
  const other = { PORTICO_OAUTH_SANDBOX_ISSUER: 'https://id.example.com' };
  expect((await load(other)).PORTICO_OAUTH_SANDBOX_ISSUER).toBe('https://id.example.com');
});
