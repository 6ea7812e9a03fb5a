import { sql } from '@portico/platform/db/sql';
import { sha256Hex } from '@portico/platform/hash';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { purgeExpired } from '../jobs/purge-expired.ts';
import { startIdentity, type Harness, type TestProject } from '../testing/harness.ts';

let identity: Harness;
let project: TestProject;

beforeAll(async () => {
  identity = await startIdentity('cli_logins');
  project = await identity.newProject();
});
afterAll(() => identity?.stop());
beforeEach(() => identity.events());

const HOUR = 3_600_000;
const known = (code: string) => expect.objectContaining({ code });
const status = (number: number) => expect.objectContaining({ name: 'StatusError', status: number });
const start = (expires_in_millis = 2 * HOUR, one = project) =>
  identity.cli_logins.startCliLogin({ expires_in_millis }, one.client());
const poll = (polling_code: string, one = project) =>
  identity.cli_logins.pollCliLogin({ polling_code }, one.client());
const complete = (login_code: string, refresh_token: string, one = project) =>
  identity.cli_logins.completeCliLogin({ login_code, refresh_token }, one.client());
const refresh = (refresh_token: string) =>
  identity.sessions.refreshSession({ refresh_token }, project.client());
const newSession = async () => {
  const { id: user_id } = await project.createUser();
  const order = { user_id, expires_in_millis: 24 * HOUR, is_impersonation: false };
  return { user_id, ...(await identity.sessions.createSession(order, project.server)) };
};
const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());

describe('a CLI login', () => {
  it('waits, hands out a session of its own once, and is used from then on', async () => {
    const browser = await newSession();
    const login = await start();
    expect(login).toEqual({
      polling_code: expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{45}$/),
      login_code: expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{45}$/),
      expires_at_millis: identity.clock.now() + 2 * HOUR,
    });
    expect(await poll(login.polling_code)).toEqual({ status: 'waiting', refresh_token: undefined });
    await complete(login.login_code, browser.refresh_token);
    const { status: result, refresh_token = '' } = await poll(login.polling_code);
    expect(result).toBe('success');
    expect(refresh_token).not.toBe(browser.refresh_token);
    const mine = claims((await refresh(refresh_token)).access_token);
    expect(mine.sub).toBe(browser.user_id);
    expect(mine.refresh_token_id).not.toBe(claims(browser.access_token).refresh_token_id);
    expect(await poll(login.polling_code)).toEqual({ status: 'used', refresh_token: undefined });
  });

  it("outlives the browser's session, and says in its event what it is", async () => {
    const browser = await newSession();
    const login = await start();
    await identity.events();
    await complete(login.login_code, browser.refresh_token);
    const [event] = await identity.events();
    expect(event).toMatchObject({ type: 'session.created', session: { reason: 'cli' } });
    const { refresh_token_id: session_id } = claims(browser.access_token);
    await identity.sessions.deleteCurrentSession({}, project.client(browser.user_id, session_id));
    const { refresh_token } = await poll(login.polling_code);
    await refresh(refresh_token!);
  });

  it('is completed by a living session of the project only, and stays open otherwise', async () => {
    const browser = await newSession();
    const other = await identity.newProject();
    const login = await start();
    const dead = known('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
    const revoked = await newSession();
    const { refresh_token_id: session_id } = claims(revoked.access_token);
    await identity.sessions.deleteCurrentSession({}, project.client(revoked.user_id, session_id));
    const deleted = await newSession();
    await identity.users.deleteUser({ user_id: deleted.user_id }, project.server);
    for (const token of ['anything', '', revoked.refresh_token, deleted.refresh_token])
      await expect(complete(login.login_code, token)).rejects.toEqual(dead);
    const foreign = await start(HOUR, other);
    await expect(complete(foreign.login_code, browser.refresh_token, other)).rejects.toEqual(dead);
    expect((await poll(login.polling_code)).status).toBe('waiting');
    await complete(login.login_code, browser.refresh_token);
  });

  it('is completed once, of many at once, and only by its login code in its project', async () => {
    const { refresh_token } = await newSession();
    const other = await identity.newProject();
    const login = await start();
    await expect(complete(login.polling_code, refresh_token)).rejects.toEqual(status(400));
    await expect(complete(login.login_code, refresh_token, other)).rejects.toEqual(status(400));
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => complete(login.login_code, refresh_token)),
    );
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of results) if (one.status === 'rejected') expect(one.reason).toEqual(status(400));
  });

  it('hands out its token to one of fifty polls', async () => {
    const { refresh_token } = await newSession();
    const login = await start();
    await complete(login.login_code, refresh_token);
    const polls = await Promise.all(Array.from({ length: 50 }, () => poll(login.polling_code)));
    expect(polls.filter((one) => one.status === 'success')).toHaveLength(1);
    expect(polls.filter((one) => one.status === 'used')).toHaveLength(49);
  });

  it('expires, completed or not', async () => {
    const { refresh_token } = await newSession();
    const [open, done] = [await start(1_000), await start(1_000)];
    await complete(done.login_code, refresh_token);
    identity.clock.advance(1_000);
    for (const { polling_code } of [open, done]) expect((await poll(polling_code)).status).toBe('expired');
    await expect(complete(open.login_code, refresh_token)).rejects.toEqual(status(400));
  });

  it('is unknown by any other code and to other projects', async () => {
    const other = await identity.newProject();
    const { polling_code, login_code } = await start();
    for (const code of ['', 'x', login_code])
      await expect(poll(code)).rejects.toEqual(known('INVALID_POLLING_CODE'));
    await expect(poll(polling_code, other)).rejects.toEqual(known('INVALID_POLLING_CODE'));
  });

  it('lasts a day at most', async () => {
    for (const millis of [0, -1, 24 * HOUR + 1]) await expect(start(millis)).rejects.toEqual(status(400));
    await start(24 * HOUR);
  });

  it('keeps no code and no token in clear, and no token at all once it is handed out', async () => {
    const { refresh_token } = await newSession();
    const login = await start();
    await complete(login.login_code, refresh_token);
    const read = () =>
      sql(identity.db).query('select * from cli_logins where polling_code_hash = $1', [
        sha256Hex(login.polling_code),
      ]);
    const [waiting] = await read();
    const { refresh_token: mine } = await poll(login.polling_code);
    const dump = JSON.stringify(waiting);
    for (const secret of [login.polling_code, login.login_code, mine!]) expect(dump).not.toContain(secret);
    expect(waiting!.refresh_token_sealed).not.toBeNull();
    expect((await read())[0]!.refresh_token_sealed).toBeNull();
  });

  it('that nobody came for ends its session when it is cleared away', async () => {
    const { user_id, refresh_token } = await newSession();
    const login = await start(HOUR);
    await complete(login.login_code, refresh_token);
    identity.clock.advance(26 * HOUR);
    await purgeExpired(identity)();
    const { items } = await identity.sessions.listSessions({ user_id }, project.server);
    expect(items).toEqual([]);
    await expect(poll(login.polling_code)).rejects.toEqual(known('INVALID_POLLING_CODE'));
  });
});
