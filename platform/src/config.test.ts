import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigError, fields, loadConfig, printableConfig, serviceFields } from './config.ts';

const schema = z.object({
  ...serviceFields(9101),
  PORTICO_RATE_LIMITS: fields.flag(true),
  PORTICO_ENCRYPTION_KEYS: z.string(),
});

describe('loading the configuration', () => {
  it('reads, converts and freezes', () => {
    const config = loadConfig(schema, {
      PORTICO_DATABASE_URL: 'postgres://localhost/x',
      PORTICO_ENCRYPTION_KEYS: 'k',
      PORTICO_KAFKA_BROKERS: 'a:1, b:2,',
      PORTICO_RATE_LIMITS: 'off',
      PORTICO_REDIS_URL: '',
    });
    expect(config).toMatchObject({
      GRPC_PORT: 9101,
      HTTP_PORT: 9201,
      PORTICO_KAFKA_BROKERS: ['a:1', 'b:2'],
      PORTICO_RATE_LIMITS: false,
    });
    expect(config.PORTICO_REDIS_URL).toBeUndefined();
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('names every missing and wrong variable in one sentence, without values', () => {
    const load = () => loadConfig(schema, { GRPC_PORT: 's3cret', PORTICO_ENCRYPTION_KEYS: '  ' });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(
      /GRPC_PORT is wrong .*PORTICO_DATABASE_URL is missing; PORTICO_ENCRYPTION_KEYS is missing\.$/,
    );
    expect(load).not.toThrow(/s3cret/);
  });

  it.each(['two words', 'a/b', 'ü', 'x'.repeat(101)])('refuses %j before names of Kafka', (prefix) => {
    const env = { PORTICO_DATABASE_URL: 'postgres://localhost/x', PORTICO_ENCRYPTION_KEYS: 'k' };
    expect(loadConfig(schema, env).PORTICO_KAFKA_PREFIX).toBe('');
    expect(loadConfig(schema, { ...env, PORTICO_KAFKA_PREFIX: 'eu-1.' }).PORTICO_KAFKA_PREFIX).toBe('eu-1.');
    const load = () => loadConfig(schema, { ...env, PORTICO_KAFKA_PREFIX: prefix });
    expect(load).toThrow(/PORTICO_KAFKA_PREFIX is wrong/);
  });

  it('prints without secrets', () => {
    expect(
      printableConfig({
        PORTICO_DATABASE_URL: 'postgres://portico:hunter2@db:5432/x',
        PORTICO_ENCRYPTION_KEYS: 'k1:AAAA',
        PORTICO_PORT: 8100,
      }),
    ).toEqual({
      PORTICO_DATABASE_URL: 'postgres://portico:[redacted]@db:5432/x',
      PORTICO_ENCRYPTION_KEYS: '[redacted]',
      PORTICO_PORT: 8100,
    });
  });
});
