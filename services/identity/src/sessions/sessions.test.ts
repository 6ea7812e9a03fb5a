import { statementCounts } from '@portico/platform/metrics';
import { sql } from '@portico/platform/db/sql';
import { newUuid } from '@portico/platform/ids';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purgeExpired } from '../jobs/purge-expired.ts';
import { startIdentity, type Harness, type TestProject } from '../testing/harness.ts';
import { createActivityRecorder } from './activity-recorder.ts';
import { parseDuration } from './duration.ts';

let identity: Harness;
let project: TestProject;
let user_id: string;

const DAY = 86_400_000;

beforeAll(async () => {
  identity = await startIdentity('sessions');
  project = await identity.newProject();
});
afterAll(() => identity?.stop());

const known = (code: string, details?: object) =>
  expect.objectContaining(details ? { code, details } : { code });
const status = (number: number) => expect.objectContaining({ name: 'StatusError', status: number });
const gone = known('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');

const newUser = async () => {
  user_id = (await project.createUser({ display_name: 'Mira' })).id;
  return user_id;
};
const open = async (more: object = {}) => {
  identity.clock.advance(1);
  const request = { user_id, expires_in_millis: 365 * DAY, is_impersonation: false, ...more };
  const tokens = await identity.sessions.createSession(request, project.server);
  return { ...tokens, id: decodeJwt(tokens.access_token).refresh_token_id as string };
};
const refresh = (refresh_token: string, call = project.client()) =>
  identity.sessions.refreshSession({ refresh_token }, call);
const list = async (call: Parameters<typeof identity.sessions.listSessions>[1]) =>
  (await identity.sessions.listSessions({ user_id }, call)).items;
const resolve = (session_id: string, id = user_id) =>
  identity.sessions.resolveSession({ user_id: id, session_id }, project.system);

describe('a session made by a server', () => {
  it('lasts as long as asked for, and not a moment longer', async () => {
    await newUser();
    const { refresh_token } = await open({ expires_in_millis: 5_000 });
    expect(refresh_token).toMatch(/^[0-9a-z]{45}$/);
    await refresh(refresh_token);
    identity.clock.advance(5_000);
    await expect(refresh(refresh_token)).rejects.toEqual(gone);
  });

  it('needs a user who exists, a length that is allowed, and more than client access', async () => {
    await newUser();
    await expect(open({ user_id: newUuid() })).rejects.toEqual(known('USER_ID_DOES_NOT_EXIST'));
    await expect(open({ user_id: 'me' })).rejects.toEqual(known('USER_ID_DOES_NOT_EXIST', { user_id: 'me' }));
    await open({ expires_in_millis: 366 * DAY });
    for (const expires_in_millis of [0, -1, 370 * DAY])
      await expect(open({ expires_in_millis })).rejects.toEqual(status(400));
    const request = { user_id, expires_in_millis: 1000, is_impersonation: false };
    await expect(identity.sessions.createSession(request, project.client())).rejects.toEqual(
      known('INSUFFICIENT_ACCESS_TYPE', {
        actual_access_type: 'client',
        allowed_access_types: ['server', 'admin'],
      }),
    );
  });

  it('is stored without its token', async () => {
    await newUser();
    const { refresh_token } = await open();
    const rows = await sql(identity.db).query('select * from sessions where user_id = $1', [user_id]);
    expect(JSON.stringify(rows)).not.toContain(refresh_token);
  });
});

describe('refreshing', () => {
  it('is one statement, and its token shows what has changed', async () => {
    await newUser();
    const { refresh_token, id } = await open();
    await refresh(refresh_token);
    await project.updateUser(user_id, { display_name: 'Renamed', primary_email: 'r@example.com' });
    const before = statementCounts().total;
    const answer = await refresh(refresh_token);
    expect(statementCounts().total - before).toBe(1);
    expect(answer).toEqual({ access_token: expect.any(String), expires_in: 600, refresh_token: undefined });
    expect(decodeJwt(answer.access_token)).toMatchObject({
      name: 'Renamed',
      email: 'r@example.com',
      refresh_token_id: id,
    });
  });

  it('turns the token of an upgraded anonymous user into a regular one', async () => {
    const anonymous = await project.createUser({ is_anonymous: true });
    user_id = anonymous.id;
    const { refresh_token, access_token } = await open();
    expect(decodeJwt(access_token).aud).toBe(`${project.id}:anon`);
    await project.updateUser(user_id, { is_anonymous: false });
    expect(decodeJwt((await refresh(refresh_token)).access_token).aud).toBe(project.id);
  });

  it('knows no token of another project, and none that nobody gave', async () => {
    await newUser();
    const { refresh_token } = await open();
    const other = await identity.newProject();
    await expect(refresh(refresh_token, other.client())).rejects.toEqual(gone);
    for (const token of ['', 'nul\0', 'x'.repeat(45)]) await expect(refresh(token)).rejects.toEqual(gone);
  });
});

describe('resolving an access token', () => {
  it('is one statement that gives the user, and no revocation while the session lives', async () => {
    await newUser();
    const { id } = await open();
    const before = statementCounts().total;
    const resolved = await resolve(id);
    expect(statementCounts().total - before).toBe(1);
    expect(resolved).toEqual({ user: await project.getUser(user_id), revoked_at_millis: undefined });
  });

  it('tells when the session was signed out, and nothing when it merely expired', async () => {
    await newUser();
    const first = await open();
    const second = await open({ expires_in_millis: 1 });
    identity.clock.advance(10);
    const revoked_at_millis = identity.clock.now();
    await identity.sessions.deleteCurrentSession({}, project.client(user_id, first.id));
    expect((await resolve(first.id)).revoked_at_millis).toBe(revoked_at_millis);
    expect((await resolve(second.id)).revoked_at_millis).toBeUndefined();
  });

  it('takes an unknown session of an existing user for revoked', async () => {
    await newUser();
    const other = await project.createUser({});
    const { id } = await open();
    expect((await resolve(newUuid())).revoked_at_millis).toBe(identity.clock.now());
    expect(await resolve(id, other.id)).toMatchObject({
      user: { id: other.id },
      revoked_at_millis: identity.clock.now(),
    });
  });

  it('gives no user, and no revocation, when the user was deleted or never was', async () => {
    await newUser();
    const { id } = await open();
    await identity.users.deleteUser({ user_id }, project.server);
    const nobody = { user: undefined, revoked_at_millis: undefined };
    expect(await resolve(id)).toEqual(nobody);
    expect(await resolve('x', 'y')).toEqual(nobody);
  });
});

describe('listing sessions', () => {
  it('gives living sessions, newest first, with the current one marked', async () => {
    await newUser();
    const [a, b, c] = [await open(), await open({ expires_in_millis: 50 }), await open()];
    expect(
      (await list(project.client(user_id, c.id))).map((one) => [one.id, one.is_current_session]),
    ).toEqual([
      [c.id, true],
      [b.id, false],
      [a.id, false],
    ]);
    identity.clock.advance(50);
    await identity.sessions.deleteSession({ session_id: a.id }, project.server);
    expect((await list(project.server)).map((one) => one.id)).toEqual([c.id]);
  });

  it('shows impersonating sessions to admins only', async () => {
    await newUser();
    await open();
    await open({ is_impersonation: true });
    expect(await list(project.client(user_id))).toHaveLength(1);
    expect(await list(project.server)).toHaveLength(1);
    expect((await list(project.admin)).map((one) => one.is_impersonation)).toEqual([true, false]);
  });

  it('is for the current user only, when a client asks', async () => {
    await newUser();
    await expect(list(project.client(newUuid()))).rejects.toEqual(status(403));
    await expect(list(project.client())).rejects.toEqual(known('CANNOT_GET_OWN_USER_WITHOUT_USER'));
    user_id = newUuid();
    expect(await list(project.server)).toEqual([]);
  });
});

describe('ending a session', () => {
  const remove = (
    session_id: string,
    call: Parameters<typeof identity.sessions.deleteSession>[1],
    more: object = {},
  ) => identity.sessions.deleteSession({ session_id, ...more }, call);

  it('by id ends that one, never the own one', async () => {
    await newUser();
    const [own, other] = [await open(), await open({ is_impersonation: true })];
    const call = project.client(user_id, own.id);
    await expect(remove(own.id, call)).rejects.toEqual(known('CANNOT_DELETE_CURRENT_SESSION'));
    await remove(other.id, call);
    await expect(refresh(other.refresh_token)).rejects.toEqual(gone);
    await refresh(own.refresh_token);
    await expect(remove(other.id, call)).rejects.toEqual(status(404));
  });

  it('answers 404 for sessions that are unknown, of other users or of other projects', async () => {
    await newUser();
    const { id } = await open();
    const owner = user_id;
    const stranger = await project.createUser({});
    const foreign = await identity.newProject();
    await expect(remove(id, project.client(stranger.id))).rejects.toEqual(status(404));
    await expect(remove(id, project.server, { user_id: stranger.id })).rejects.toEqual(status(404));
    await expect(remove(id, foreign.server)).rejects.toEqual(status(404));
    for (const unknown of [newUuid(), 'x'])
      await expect(remove(unknown, project.server)).rejects.toEqual(status(404));
    await remove(id, project.server, { user_id: owner });
  });

  it('by signing out needs a session, once', async () => {
    await newUser();
    const { id, refresh_token } = await open();
    const call = project.client(user_id, id);
    await expect(identity.sessions.deleteCurrentSession({}, project.client())).rejects.toEqual(
      known('ACCESS_TOKEN_EXPIRED', { expired_at_millis: identity.clock.now() }),
    );
    await identity.events();
    await identity.sessions.deleteCurrentSession({}, call);
    await expect(refresh(refresh_token)).rejects.toEqual(gone);
    await expect(identity.sessions.deleteCurrentSession({}, call)).rejects.toEqual(gone);
    const events = await identity.events();
    expect(events).toMatchObject([
      { type: 'session.ended', subject: user_id, session: { session_id: id, reason: 'sign_out' } },
    ]);
  });
});

describe('activity', () => {
  const ip = { ip: '203.0.113.7', countryCode: 'NZ', latitude: -41.3, longitude: 174.8 };

  it('is the minting of tokens: it shows in the session and in the user, with the address', async () => {
    await identity.service.start();
    await newUser();
    const { refresh_token } = await open();
    identity.clock.advance(60_000);
    await refresh(refresh_token, project.as('client', { end_user_ip_info: ip }));
    const at = identity.clock.now();
    await expect
      .poll(async () => (await project.getUser(user_id)).last_active_at_millis, { timeout: 3000 })
      .toBe(at);
    const [session] = await list(project.server);
    expect(session).toMatchObject({ last_used_at: at, last_used_at_end_user_ip_info: ip });
  });

  it('never goes back in time, and is written by several processes at once', async () => {
    await newUser();
    const sessions = await Promise.all(Array.from({ length: 20 }, () => open()));
    const log = identity.log;
    const recorders = Array.from({ length: 4 }, () =>
      createActivityRecorder({ db: identity.db, clock: identity.clock, log }),
    );
    for (const [i, recorder] of recorders.entries()) {
      for (const { id } of i % 2 ? sessions : [...sessions].reverse())
        recorder.record(project.server, { user_id, session_id: id });
      identity.clock.advance(1);
    }
    const latest = identity.clock.now() - 1;
    await Promise.all(recorders.map((recorder) => recorder.stop()));
    expect((await project.getUser(user_id)).last_active_at_millis).toBe(latest);
    expect((await list(project.server)).every((session) => session.last_used_at === latest)).toBe(true);
  });
});

describe('purging', () => {
  it('removes sessions a day after their end, and keeps the others', async () => {
    await newUser();
    const [living, ended, expired] = [await open(), await open(), await open({ expires_in_millis: 10 })];
    await identity.sessions.deleteSession({ session_id: ended.id }, project.server);
    const purge = purgeExpired({ db: identity.db, clock: identity.clock });
    const left = async () => {
      const rows = await sql(identity.db).query<{ id: string }>(
        'select id from sessions where user_id = $1',
        [user_id],
      );
      return rows.map((row) => row.id).sort();
    };
    await purge();
    expect(await left()).toEqual([living.id, ended.id, expired.id].sort());
    identity.clock.advance(DAY + 1000);
    await purge();
    expect(await left()).toEqual([living.id]);
    expect((await resolve(ended.id)).revoked_at_millis).toEqual(expect.any(Number));
  });
});

describe('a duration', () => {
  it.each([
    ['10min', 600_000],
    ['45 s', 45_000],
    ['1h', 3_600_000],
    ['90d', 90 * DAY],
    ['1.5m', 90_000],
  ])('"%s" is %d ms', (text, millis) => expect(parseDuration(text)).toBe(millis));
  it.each(['', '10', 'min', '-1min', '0s', '10 weeks'])('"%s" is none', (text) =>
    expect(parseDuration(text)).toBeUndefined(),
  );
});
