import { sql } from '@portico/platform/db/sql';
import { newUuid } from '@portico/platform/ids';
import { createFakeClock, type FakeClock } from '@portico/platform/testing/clock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Services } from '../services.ts';
import { newProject } from '../testing/client.ts';
import { startStack, type Stack } from '../testing/stack.ts';
import { createJwks, type Audience, type Jwks } from './jwks.ts';

let stack: Stack;
let regular: Audience;
let anonymous: Audience;
beforeAll(async () => {
  stack = await startStack('gateway-jwks');
  const { id } = await newProject(stack);
  regular = { project_id: id, is_anonymous: false };
  anonymous = { project_id: id, is_anonymous: true };
});
afterAll(() => stack?.stop());

let asked = 0;
/** Those of the stack; questions for keys are counted on their way. */
const counted = ({ identity, ...others }: Services): Services => {
  const { getJwks } = identity.signing_keys;
  const signing_keys = {
    getJwks: (...question: Parameters<typeof getJwks>) => {
      asked += 1;
      return getJwks(...question);
    },
  };
  return { ...others, identity: { ...identity, signing_keys } };
};

let clock: FakeClock;
let jwks: Jwks;
beforeEach(() => {
  clock = createFakeClock();
  jwks = createJwks({ services: counted(stack.services), clock });
  asked = 0;
});

/** The ids of the two keys that the project publishes for an audience. */
const kidsOf = async ({ project_id, is_anonymous }: Audience) => {
  const rows = await sql(stack.databases.identity).query<{ kid: string }>(
    'select kid from signing_keys where project_id = $1 and audience = $2 order by created_at_millis',
    [project_id, is_anonymous ? 'anonymous' : 'regular'],
  );
  expect(rows).toHaveLength(2);
  return rows.map(({ kid }) => kid) as [string, string];
};

/** The id of a key that is withdrawn, and that of the one which takes its place. */
const rotate = async (audience: Audience) => {
  const before = await kidsOf(audience);
  await stack.rotateSigningKeys();
  const after = await kidsOf(audience);
  const [gone = '', ...othersGone] = before.filter((kid) => !after.includes(kid));
  const [come = '', ...othersCome] = after.filter((kid) => !before.includes(kid));
  expect([othersGone, othersCome]).toEqual([[], []]);
  return { gone, come };
};

describe('the keys of an audience', () => {
  it('are both found, with one question', async () => {
    for (const kid of await kidsOf(regular)) expect(await jwks.find(regular, kid)).toBeTruthy();
    expect(asked).toBe(1);
  });

  it('are not those of the other audience', async () => {
    for (const kid of await kidsOf(regular)) {
      expect(await jwks.find(regular, kid)).toBeTruthy();
      expect(await jwks.find(anonymous, kid)).toBeUndefined();
    }
    for (const kid of await kidsOf(anonymous)) {
      expect(await jwks.find(regular, kid)).toBeUndefined();
      expect(await jwks.find(anonymous, kid)).toBeTruthy();
    }
  });

  it('are asked for again when a new one appears, but not more than once a second', async () => {
    const [known] = await kidsOf(regular);
    await jwks.find(regular, known);
    const { come } = await rotate(regular);
    expect(await jwks.find(regular, come)).toBeUndefined();
    expect(asked).toBe(1);
    clock.advance(1_000);
    expect(await jwks.find(regular, come)).toBeTruthy();
    expect(await jwks.find(regular, 'invented')).toBeUndefined();
    expect(asked).toBe(2);
  });

  it('are forgotten ten minutes after they were withdrawn', async () => {
    const [known] = await kidsOf(regular);
    await jwks.find(regular, known);
    const { gone } = await rotate(regular);
    clock.advance(10 * 60_000 - 1);
    expect(await jwks.find(regular, gone)).toBeTruthy();
    clock.advance(1);
    expect(await jwks.find(regular, gone)).toBeUndefined();
  });
});

it('an unknown project is told apart from an unknown key', async () => {
  expect(await jwks.find({ ...regular, project_id: newUuid() }, 'invented')).toBeNull();
  expect(await jwks.find(regular, 'invented')).toBeUndefined();
});

it('a question that failed is asked again', async () => {
  const [known] = await kidsOf(regular);
  const { identity } = stack.databases;
  await sql(identity).execute('alter table signing_keys rename to signing_keys_out_of_reach');
  try {
    await expect(jwks.find(regular, known)).rejects.toMatchObject({ name: 'InternalError' });
  } finally {
    await sql(identity).execute('alter table signing_keys_out_of_reach rename to signing_keys');
  }
  expect(await jwks.find(regular, known)).toBeTruthy();
  expect(asked).toBe(2);
});
