import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startIdentity, type Harness, type TestProject } from '../testing/harness.ts';

let identity: Harness;
let project: TestProject;

const configure = (one: TestProject, config: object) =>
  identity.config.overrideConfig({ config_override_string: JSON.stringify(config) }, one.admin);

beforeAll(async () => {
  identity = await startIdentity('rotation');
  project = await identity.newProject();
  await configure(project, { 'auth.refreshTokens.rotate': true, 'auth.refreshTokens.graceSeconds': 30 });
});
afterAll(() => identity?.stop());
beforeEach(() => identity.events());

const dead = expect.objectContaining({ code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' });
const refresh = (refresh_token: string, one = project) =>
  identity.sessions.refreshSession({ refresh_token }, one.client());
const newSession = async (one = project) => {
  const { id: user_id } = await one.createUser();
  const order = { user_id, expires_in_millis: 86_400_000, is_impersonation: false };
  return { user_id, ...(await identity.sessions.createSession(order, one.server)) };
};
const sessionOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).refresh_token_id;

describe('a project that rotates refresh tokens', () => {
  it('answers a new one each time, of the same session', async () => {
    const first = await newSession();
    const second = await refresh(first.refresh_token);
    const third = await refresh(second.refresh_token!);
    const tokens = [first.refresh_token, second.refresh_token, third.refresh_token];
    expect(new Set(tokens).size).toBe(3);
    for (const one of [second, third]) {
      expect(one.refresh_token).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/);
      expect(sessionOf(one.access_token)).toBe(sessionOf(first.access_token));
    }
  });

  it('has one living successor for fifty requests at once, and for those within the grace', async () => {
    const { refresh_token } = await newSession();
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(refresh_token)));
    expect(new Set(answers.map((one) => one.refresh_token)).size).toBe(1);
    identity.clock.advance(30_000);
    const late = await refresh(refresh_token);
    expect(late.refresh_token).toBe(answers[0]!.refresh_token);
    await refresh(late.refresh_token!);
  });

  it('ends the whole session when a spent token comes back after the grace, and says so', async () => {
    const { refresh_token, user_id } = await newSession();
    const { refresh_token: second = '' } = await refresh(refresh_token);
    const { refresh_token: third = '' } = await refresh(second);
    identity.clock.advance(30_001);
    await identity.events();
    await expect(refresh(refresh_token)).rejects.toEqual(dead);
    const [event] = await identity.events();
    expect(event).toMatchObject({
      type: 'session.ended',
      session: { user_id, reason: 'refresh_token_reuse' },
    });
    for (const token of [refresh_token, second, third]) await expect(refresh(token)).rejects.toEqual(dead);
  });

  it('knows no spent token of a session that has ended, nor of another project', async () => {
    const { refresh_token, access_token, user_id } = await newSession();
    const other = await identity.newProject();
    await refresh(refresh_token);
    await expect(refresh(refresh_token, other)).rejects.toEqual(dead);
    await identity.sessions.deleteCurrentSession({}, project.client(user_id, sessionOf(access_token)));
    await expect(refresh(refresh_token)).rejects.toEqual(dead);
  });

  it('may begin and stop to do so while sessions live', async () => {
    const own = await identity.newProject();
    const { refresh_token } = await newSession(own);
    expect((await refresh(refresh_token, own)).refresh_token).toBeUndefined();
    await configure(own, { 'auth.refreshTokens.rotate': true });
    const { refresh_token: next = '' } = await refresh(refresh_token, own);
    await configure(own, { 'auth.refreshTokens.rotate': false });
    expect((await refresh(next, own)).refresh_token).toBeUndefined();
    await refresh(next, own);
  });
});

describe('a project that does not', () => {
  it('keeps one refresh token', async () => {
    const own = await identity.newProject();
    const { refresh_token } = await newSession(own);
    for (let round = 0; round < 3; round++)
      expect((await refresh(refresh_token, own)).refresh_token).toBeUndefined();
  });
});
