import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compileView } from './view.ts';

const view = compileView(
  z.object({
    id: z.string(),
    nickname: z.string().nullable(),
    note: z.string().optional(),
    is_set: z.boolean(),
    metadata: z.unknown(),
    owner: z.object({ id: z.string() }).nullable(),
    tags: z.array(z.object({ id: z.string(), colour: z.string().nullable() })),
  }),
);

describe('a response view', () => {
  it('drops keys that are not declared, at every depth', () => {
    const row = {
      id: 'a',
      password_hash: 'x',
      is_set: true,
      owner: { id: 'b', email: 'x' },
      tags: [{ id: 't', x: 1 }],
    };
    expect(view(row)).toEqual({
      id: 'a',
      nickname: null,
      is_set: true,
      metadata: null,
      owner: { id: 'b' },
      tags: [{ id: 't', colour: null }],
    });
  });

  it('writes null for undefined where the key is nullable and nothing where it is optional', () => {
    const out = view({
      id: 'a',
      nickname: undefined,
      note: undefined,
      is_set: false,
      owner: undefined,
      tags: [],
    });
    expect(JSON.stringify(out)).toBe(
      '{"id":"a","nickname":null,"is_set":false,"metadata":null,"owner":null,"tags":[]}',
    );
  });

  it('keeps metadata as it is', () => {
    const metadata = { a: undefined, b: [null, { c: false }], d: 0 };
    expect((view({ id: 'a', is_set: true, metadata, tags: [] }) as { metadata: unknown }).metadata).toBe(
      metadata,
    );
  });

  it('cuts lists item by item', () => {
    expect(compileView(z.array(z.object({ a: z.number() })))([{ a: 1, b: 2 }])).toEqual([{ a: 1 }]);
  });
});
