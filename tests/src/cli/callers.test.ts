/** Who may take which step of a CLI login, and what the program ends up with. */
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { api, expectKnown, expectSchemaError, expectText, ok } from '../client.ts';
import { newProject, type Caller, type Project, type Tokens } from '../project.ts';
import { refreshSession } from '../refresh.ts';
import { enrol } from '../totp.ts';
import { completeLogin, pollLogin, startLogin } from './login.ts';

let project: Project;
let other: Project;
beforeAll(async () => {
  [project, other] = await Promise.all([newProject(), newProject()]);
});

const DEAD = 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED';
const TYPES = ['client', 'server', 'admin'] as const;

const start = (caller: Caller = project.client) => startLogin(caller);
const poll = (polling_code: string, caller: Caller = project.client) => pollLogin(caller, polling_code);
const complete = (login_code: string, refresh_token: string, caller: Caller = project.client) =>
  completeLogin(caller, login_code, refresh_token);
const refresh = (refresh_token: string) => refreshSession(project.client, refresh_token);
/** The whole way of a program whose user has that session. */
const logIn = async (browser: Tokens): Promise<string> => {
  const { polling_code, login_code } = await start();
  ok(await complete(login_code, browser.refresh_token));
  return (ok(await poll(polling_code), 201) as Tokens).refresh_token;
};

describe('a CLI login', () => {
  it('takes any access on every step, but some', async () => {
    const user = await project.signUp();
    for (const type of TYPES) {
      const caller = project.as(type);
      const { polling_code, login_code } = await start(caller);
      ok(await complete(login_code, user.refresh_token, caller));
      ok(await poll(polling_code, caller), 201);
    }
    for (const path of ['/auth/cli', '/auth/cli/poll', '/auth/cli/complete'])
      expectKnown(await api('POST', path, { json: {} }), 400, 'ACCESS_TYPE_REQUIRED');
  });

  it('is begun with a body, an empty one or none, and with no other keys', async () => {
    for (const json of [undefined, {}, { expires_in_millis: 1_000 }])
      ok(await project.client.post('/auth/cli', json));
    expectSchemaError(await project.client.post('/auth/cli', { more: 1 }), 'body');
    const text = await project.client.post('/auth/cli', { expires_in_millis: 'soon' });
    expectSchemaError(text, 'body.expires_in_millis');
    for (const body of [{}, { login_code: 'x' }, { refresh_token: 'x' }])
      expect((await project.client.post('/auth/cli/complete', body)).body.code).toBe('SCHEMA_ERROR');
  });

  it('gives the program a session of its own, which either side ends for itself', async () => {
    const browser = await project.signUp();
    const [first, second] = [await logIn(browser), await logIn(browser)];
    const sessions = [browser.access_token];
    for (const token of [first, second]) {
      const { access_token } = ok(await refresh(token)) as Tokens;
      expect(decodeJwt(access_token).sub).toBe(browser.id);
      sessions.push(access_token);
    }
    expect(new Set(sessions.map((token) => decodeJwt(token).refresh_token_id)).size).toBe(3);
    ok(await project.as('client', { access_token: sessions[1]! }).delete('/auth/sessions/current'));
    expectKnown(await refresh(first), 401, DEAD);
    ok(await refresh(second));
    ok(await refresh(browser.refresh_token));
    ok(await project.as('client', browser).delete('/auth/sessions/current'));
    ok(await refresh(second));
  });

  it('of an anonymous user stays that of an anonymous user', async () => {
    const ghost = ok(await project.client.post('/auth/anonymous/sign-up')) as Tokens & { user_id: string };
    const { access_token } = ok(await refresh(await logIn(ghost))) as Tokens;
    expect(decodeJwt(access_token)).toMatchObject({ sub: ghost.user_id, is_anonymous: true });
    expect(ok(await project.server.get(`/users/${ghost.user_id}`)).is_anonymous).toBe(true);
  });

  it('asks for no second factor: the browser has passed it', async () => {
    const browser = await project.signUp();
    await enrol(project, browser.id);
    ok(await refresh(await logIn(browser)));
  });
});

describe('completing', () => {
  it('needs a living session of the project, and leaves the login open otherwise', async () => {
    const { polling_code, login_code } = await start();
    const signedOut = await project.signUp();
    ok(await project.as('client', signedOut).delete('/auth/sessions/current'));
    const gone = await project.signUp();
    ok(await project.server.delete(`/users/${gone.id}`));
    const foreign = await other.signUp();
    const living = await project.signUp();
    for (const token of [
      signedOut.refresh_token,
      gone.refresh_token,
      foreign.refresh_token,
      living.access_token,
    ])
      expectKnown(await complete(login_code, token), 401, DEAD);
    expect(ok(await poll(polling_code))).toEqual({ status: 'waiting' });
    ok(await complete(login_code, living.refresh_token));
    expect(ok(await poll(polling_code), 201).status).toBe('success');
  });

  it('says the login before the session', async () => {
    const { polling_code, login_code } = await start();
    for (const code of ['', 'x', polling_code]) expectText(await complete(code, 'garbage'), 400);
    for (const type of TYPES) expectText(await complete(login_code, 'garbage', other.as(type)), 400);
    const { refresh_token } = await project.signUp();
    ok(await complete(login_code, refresh_token));
    expectText(await complete(login_code, 'garbage'), 400);
    ok(await poll(polling_code), 201);
    expectText(await complete(login_code, refresh_token), 400);
  });

  it('happens once, however many try', async () => {
    const { refresh_token } = await project.signUp();
    const { login_code } = await start();
    const answers = await Promise.all(Array.from({ length: 10 }, () => complete(login_code, refresh_token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    answers.filter(({ status }) => status !== 200).forEach((answer) => expectText(answer, 400));
  });
});

describe('polling', () => {
  it('hands the session out once, however many ask', async () => {
    const { refresh_token } = await project.signUp();
    const { polling_code, login_code } = await start();
    ok(await complete(login_code, refresh_token));
    const answers = await Promise.all(Array.from({ length: 20 }, () => poll(polling_code)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(ok(answer)).toEqual({ status: 'used' });
  });

  it('does not take the other code, nor that of another project', async () => {
    const { polling_code, login_code } = await start();
    expectKnown(await poll(login_code), 400, 'INVALID_POLLING_CODE');
    for (const type of TYPES)
      expectKnown(await poll(polling_code, other.as(type)), 400, 'INVALID_POLLING_CODE');
    expectSchemaError(await project.client.post('/auth/cli/poll', { polling_code, more: 1 }), 'body');
  });

  it('gives nothing that works once the user is gone', async () => {
    const browser = await project.signUp();
    const { polling_code, login_code } = await start();
    ok(await complete(login_code, browser.refresh_token));
    ok(await project.server.delete(`/users/${browser.id}`));
    const { refresh_token = 'nothing' } = (await poll(polling_code)).body as Partial<Tokens>;
    expectKnown(await refresh(refresh_token), 401, DEAD);
  });
});
