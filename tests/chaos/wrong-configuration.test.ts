import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKeyringEntry } from '@portico/platform/keyring';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProcess } from '../shape/server-process.ts';
import { newProjectKeys, seedVariables } from '../shape/shape.ts';
import { newBackends } from './servers.ts';

let folder: string;
let occupant: Server;
let takenPort: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-wrong-'));
  occupant = createServer();
  await new Promise<void>((resolve) => occupant.listen(0, resolve));
  takenPort = String((occupant.address() as AddressInfo).port);
});

afterAll(() => {
  occupant.close();
  rmSync(folder, { recursive: true, force: true });
});

const rightVariables = (): Record<string, string> => {
  const backends = newBackends();
  return {
    ...seedVariables(newProjectKeys()),
    PORTICO_PORT: '0',
    GRPC_PORT: '0',
    HTTP_PORT: '0',
    PORTICO_DATA_DIR: mkdtempSync(join(folder, 'data-')),
    PORTICO_DATABASE_URL: backends.database_url,
    PORTICO_REDIS_URL: backends.redis_url,
    PORTICO_KAFKA_BROKERS: backends.kafka_brokers,
    PORTICO_ENCRYPTION_KEYS: newKeyringEntry('k1'),
    PORTICO_PUBLIC_URL: 'http://localhost:8100',
    PORTICO_WEB_URL: 'http://localhost:8101',
    LOG_LEVEL: 'silent',
  };
};

const NOWHERE = 'postgres://portico@127.0.0.1:1/postgres';

/** Starts a process with one thing wrong and waits for its end. */
const startWrongly = async (name: string, wrong: Record<string, string>) => {
  const env = { ...rightVariables(), ...wrong };
  const server = startProcess({ name, env, folder: mkdtempSync(join(folder, 'log-')) });
  const code = await server.ended;
  return { code, lines: server.output().trim().split('\n') };
};

interface Case {
  readonly name: string;
  readonly what: string;
  readonly wrong: () => Record<string, string>;
  readonly says: RegExp;
}

const cases: Case[] = [
  { name: 'standalone', what: 'a taken port', wrong: () => ({ PORTICO_PORT: takenPort }), says: /port/i },
  {
    name: 'standalone',
    what: 'a database out of reach',
    wrong: () => ({ PORTICO_DATABASE_URL: NOWHERE }),
    says: /127\.0\.0\.1:1\b/,
  },
  {
    name: 'standalone',
    what: 'a malformed variable',
    wrong: () => ({ PORTICO_SMTP_URL: 'mail.example' }),
    says: /PORTICO_SMTP_URL/,
  },
  {
    name: 'standalone',
    what: 'a malformed keyring',
    wrong: () => ({ PORTICO_ENCRYPTION_KEYS: 'k1:short' }),
    says: /PORTICO_ENCRYPTION_KEYS/,
  },
  { name: 'api-keys', what: 'a taken port', wrong: () => ({ GRPC_PORT: takenPort }), says: /port/i },
  { name: 'api-keys', what: 'a taken health port', wrong: () => ({ HTTP_PORT: takenPort }), says: /port/i },
  {
    name: 'api-keys',
    what: 'a database out of reach',
    wrong: () => ({ PORTICO_DATABASE_URL: NOWHERE }),
    says: /127\.0\.0\.1:1\b/,
  },
  { name: 'api-keys', what: 'a malformed variable', wrong: () => ({ GRPC_PORT: 'many' }), says: /GRPC_PORT/ },
  {
    name: 'identity',
    what: 'a missing variable',
    wrong: () => ({ PORTICO_ENCRYPTION_KEYS: '' }),
    says: /PORTICO_ENCRYPTION_KEYS/,
  },
  {
    name: 'identity',
    what: 'a malformed keyring',
    wrong: () => ({ PORTICO_ENCRYPTION_KEYS: 'k1:short' }),
    says: /PORTICO_ENCRYPTION_KEYS/,
  },
  {
    name: 'email',
    what: 'a malformed keyring',
    wrong: () => ({ PORTICO_ENCRYPTION_KEYS: 'k1:short' }),
    says: /PORTICO_ENCRYPTION_KEYS/,
  },
  { name: 'gateway', what: 'a taken port', wrong: () => ({ PORTICO_PORT: takenPort }), says: /port/i },
];

describe('a process that is configured wrongly', () => {
  it.each(cases)('$name with $what ends with one sentence and code 1', async ({ name, wrong, says }) => {
    const { code, lines } = await startWrongly(name, wrong());
    expect(code, lines.join('\n')).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(says);
  });
});
