import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** The clients that the processes themselves use. */
const require = createRequire(join(root, 'platform/package.json'));

const CLAIM = 'portico:claimed';
const CLAIM_SECONDS = 7_200;

/** The database of a killed owner is free again after a while. Number 0 is everybody's. */
const claimRedis = async (server) => {
  const { Redis } = require('ioredis');
  const url = new URL(server);
  url.pathname = '';
  const redis = new Redis(url.href, { maxRetriesPerRequest: 1 });
  redis.on('error', () => undefined); // The command that failed says so.
  try {
    for (let number = 1; ; number++) {
      await redis.select(number);
      if (!(await redis.set(CLAIM, '1', 'EX', CLAIM_SECONDS, 'NX'))) continue;
      await redis.multi().flushdb().set(CLAIM, '1', 'EX', CLAIM_SECONDS).exec();
      url.pathname = `/${number}`;
      const release = async () => {
        await redis.flushdb();
        redis.disconnect();
      };
      return { url: url.href, release };
    }
  } catch (error) {
    redis.disconnect();
    throw new Error(`No numbered database of Redis is to be had: ${error.message}`);
  }
};

const dropDatabases = async (server, prefix) => {
  const { Client } = require('pg');
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [
      `${prefix}_`,
    ]);
    for (const { datname } of rows) await client.query(`drop database if exists "${datname}" with (force)`);
  } finally {
    await client.end();
  }
};

const deleteTopics = async (brokers, prefix) => {
  const { Kafka, logLevel } = require('kafkajs');
  const admin = new Kafka({ brokers: brokers.split(','), logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(prefix));
    if (topics.length > 0) await admin.deleteTopics({ topics });
  } finally {
    await admin.disconnect();
  }
};

const NEEDED = ['PORTICO_DATABASE_URL', 'PORTICO_REDIS_URL', 'PORTICO_KAFKA_BROKERS'];

/**
 * Parts of the PostgreSQL, Redis and Kafka that the environment names, which no other deployment there uses.
 * @returns {Promise<{ env: Record<string, string>, release(): Promise<void> }>} `release` throws their contents away
 */
export const claimBackends = async () => {
  const missing = NEEDED.filter((name) => !process.env[name]);
  if (missing.length > 0)
    throw new Error(`${missing.join(', ')} missing; infra/start-all.sh prints all three.`);
  const name = `test${randomBytes(5).toString('hex')}`;
  const database = new URL(process.env.PORTICO_DATABASE_URL);
  database.searchParams.delete('database_prefix');
  const server = database.href;
  database.searchParams.set('database_prefix', name);
  const brokers = process.env.PORTICO_KAFKA_BROKERS;
  const redis = await claimRedis(process.env.PORTICO_REDIS_URL);
  return {
    env: {
      PORTICO_DATABASE_URL: database.href,
      PORTICO_REDIS_URL: redis.url,
      PORTICO_KAFKA_BROKERS: brokers,
      PORTICO_KAFKA_PREFIX: `${name}.`,
    },
    release: async () => {
      const parts = [redis.release(), dropDatabases(server, name), deleteTopics(brokers, `${name}.`)];
      for (const { reason } of await Promise.allSettled(parts)) if (reason) console.warn(reason.message);
    },
  };
};
