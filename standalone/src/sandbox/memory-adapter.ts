/** What the sandbox issuer remembers, in memory: a restart signs everybody out of it, no more. */
import { LRUCache } from 'lru-cache';
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

const MOST_RECORDS = 10_000;
const DAY_SECONDS = 86_400;

export const createMemoryAdapters = (): AdapterFactory => {
  const records = new LRUCache<string, AdapterPayload>({ max: MOST_RECORDS });
  return (model: string): Adapter => {
    const keyOf = (id: string): string => `${model}:${id}`;
    const findBy = async (field: 'uid' | 'userCode', value: string): Promise<AdapterPayload | undefined> =>
      [...records].find(([key, record]) => key.startsWith(`${model}:`) && record[field] === value)?.[1];
    return {
      upsert: async (id, record, seconds) => {
        records.set(keyOf(id), record, { ttl: (seconds || DAY_SECONDS) * 1000 });
      },
      find: async (id) => records.get(keyOf(id)),
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (code) => findBy('userCode', code),
      consume: async (id) => {
        const record = records.get(keyOf(id));
        if (record) record.consumed = Math.floor(Date.now() / 1000);
      },
      destroy: async (id) => {
        records.delete(keyOf(id));
      },
      revokeByGrantId: async (grant_id) => {
        for (const [key, record] of [...records]) if (record.grantId === grant_id) records.delete(key);
      },
    };
  };
};
