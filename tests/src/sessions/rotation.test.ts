import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, ok, type Answer } from '../client.ts';
import { newProject, overrideConfig, type Project, type Tokens } from '../project.ts';
import { refreshByGrant, refreshSession } from '../refresh.ts';

let project: Project;
let abrupt: Project;
beforeAll(async () => {
  [project, abrupt] = await Promise.all([newProject(), newProject()]);
  await overrideConfig(project, { 'auth.refreshTokens.rotate': true, 'auth.refreshTokens.graceSeconds': 60 });
  await overrideConfig(abrupt, { 'auth.refreshTokens.rotate': true, 'auth.refreshTokens.graceSeconds': 0 });
});

const DEAD = 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED';
type Refresh = (refresh_token: string, one?: Project) => Promise<Answer>;
const byHeader: Refresh = (refresh_token, one = project) => refreshSession(one.client, refresh_token);
const byGrant: Refresh = (refresh_token, one = project) => refreshByGrant(one, refresh_token);
const successor = async (answer: Promise<Answer>): Promise<string> =>
  (ok(await answer) as Tokens).refresh_token;

describe('where refresh tokens rotate', () => {
  it('both routes answer with the next one, which the other takes', async () => {
    const { refresh_token: first } = await project.signUp();
    const second = await successor(byHeader(first));
    const third = await successor(byGrant(second));
    const fourth = await successor(byHeader(third));
    expect(new Set([first, second, third, fourth]).size).toBe(4);
    for (const token of [second, third, fourth]) expect(token).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/);
  });

  it('requests that crossed get the same next one', async () => {
    const { refresh_token } = await project.signUp();
    const answers = await Promise.all(
      [byHeader, byGrant, byHeader, byGrant].map((one) => successor(one(refresh_token))),
    );
    expect(new Set(answers).size).toBe(1);
    expect(await successor(byHeader(refresh_token))).toBe(answers[0]);
  });

  it.each([
    ['the session route', byHeader],
    ['the token route', byGrant],
  ])('a spent one that comes back after the grace ends the session, by %s', async (_, refresh) => {
    const user = await abrupt.signUp();
    const next = await successor(refresh(user.refresh_token, abrupt));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expectKnown(await refresh(user.refresh_token, abrupt), 401, DEAD);
    expectKnown(await byHeader(next, abrupt), 401, DEAD);
    expectKnown(await byGrant(next, abrupt), 401, DEAD);
    const { items } = ok(await abrupt.server.get('/auth/sessions', { query: { user_id: user.id } })) as {
      items: [];
    };
    expect(items).toEqual([]);
  });

  it('a new one is of no use to another project', async () => {
    const { refresh_token } = await project.signUp();
    const next = await successor(byHeader(refresh_token));
    for (const refresh of [byHeader, byGrant]) expectKnown(await refresh(next, abrupt), 401, DEAD);
    await successor(byGrant(next));
  });
});

it('nothing rotates unless the project asks for it', async () => {
  const plain = await newProject();
  const { refresh_token } = await plain.signUp();
  for (const refresh of [byHeader, byGrant, byHeader])
    expect(ok(await refresh(refresh_token, plain))).not.toHaveProperty('refresh_token');
});
