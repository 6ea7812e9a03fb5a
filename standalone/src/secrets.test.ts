import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSecrets, prepareDataDir } from './secrets.ts';

let folder: string;
let cluster: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-secrets-'));
  cluster = join(folder, 'cluster');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the keys of a data directory', () => {
  it('are made at the first start, readable by their owner alone', () => {
    const secrets = loadSecrets(folder, cluster);
    expect(secrets.PORTICO_SEED_PUBLISHABLE_CLIENT_KEY).toMatch(/^pck_[0-9a-z]{45}$/);
    expect(secrets.PORTICO_SEED_SECRET_SERVER_KEY).toMatch(/^ssk_[0-9a-z]{45}$/);
    expect(secrets.PORTICO_SEED_SUPER_SECRET_ADMIN_KEY).toMatch(/^sak_[0-9a-z]{45}$/);
    const key = Buffer.from(secrets.PORTICO_ENCRYPTION_KEYS.replace(/^k1:/, ''), 'base64');
    expect(key.length).toBe(32);
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('stay the same at the next start', () => {
    expect(loadSecrets(folder, cluster)).toEqual(loadSecrets(folder, cluster));
  });

  it('differ between data directories', () => {
    const other = mkdtempSync(join(tmpdir(), 'portico-secrets-'));
    expect(loadSecrets(other, cluster)).not.toEqual(loadSecrets(folder, cluster));
    rmSync(other, { recursive: true });
  });

  it('are not made anew when the file is damaged', () => {
    loadSecrets(folder, cluster);
    const path = join(folder, 'secrets.json');
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, 40));
    expect(() => loadSecrets(folder, cluster)).toThrow(`The keys in ${path} cannot be read`);
  });

  it('are not made anew beside data that the lost ones had sealed', () => {
    mkdirSync(cluster);
    expect(() => loadSecrets(folder, cluster)).toThrow('is missing, and without it the data');
  });
});

it('a data directory that cannot be written is named', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => prepareDataDir(join(file, 'data'))).toThrow(
    /cannot be written \(ENOTDIR\); set PORTICO_DATA_DIR/,
  );
});
