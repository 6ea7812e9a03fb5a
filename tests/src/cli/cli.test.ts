import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectSchemaError, expectText, ok } from '../client.ts';
import { newProject, type Project } from '../project.ts';
import { refreshSession } from '../refresh.ts';
import { completeLogin, pollLogin, startLogin } from './login.ts';

let project: Project;
let other: Project;
beforeAll(async () => {
  [project, other] = await Promise.all([newProject(), newProject()]);
});

const start = (json?: object) => startLogin(project.client, json);
const poll = (polling_code: string, one = project) => pollLogin(one.client, polling_code);
const complete = (login_code: string, refresh_token: string, one = project) =>
  completeLogin(one.client, login_code, refresh_token);
const refresh = (refresh_token: string) => refreshSession(project.client, refresh_token);

describe('POST /auth/cli', () => {
  it('answers two codes and the time they end', async () => {
    const before = Date.now();
    const login = await start();
    expect(Object.keys(login).sort()).toEqual(['expires_at', 'login_code', 'polling_code']);
    for (const code of [login.polling_code, login.login_code]) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/);
    expect(login.expires_at).toBe(new Date(login.expires_at).toISOString());
    expect(Math.abs(Date.parse(login.expires_at) - before - 7_200_000)).toBeLessThan(10_000);
  }); // prettier-ignore

  it('takes up to a day', async () => {
    ok(await project.client.post('/auth/cli', { expires_in_millis: 86_400_000 }));
    for (const expires_in_millis of [0, -5, 86_400_001])
      expectSchemaError(
        await project.client.post('/auth/cli', { expires_in_millis }),
        'body.expires_in_millis',
      );
  });
});

describe('POST /auth/cli/poll', () => {
  it('waits, hands out a session of its own with 201, and is used afterwards', async () => {
    const user = await project.signUp();
    const { polling_code, login_code } = await start();
    expect(ok(await poll(polling_code))).toEqual({ status: 'waiting' });
    expect(ok(await complete(login_code, user.refresh_token))).toEqual({ success: true });
    const handed = ok(await poll(polling_code), 201);
    expect(handed).toEqual({ status: 'success', refresh_token: expect.any(String) as unknown });
    expect(handed.refresh_token).not.toBe(user.refresh_token);
    expect(ok(await poll(polling_code))).toEqual({ status: 'used' });
    ok(await project.as('client', user).delete('/auth/sessions/current'));
    const { access_token } = ok(await refresh(handed.refresh_token as string)) as { access_token: string };
    expect(ok(await project.as('client', { access_token }).get('/users/me')).id).toBe(user.id);
  });

  it('says expired, also when it was completed', async () => {
    const user = await project.signUp();
    const { polling_code, login_code } = await start({ expires_in_millis: 1_500 });
    ok(await complete(login_code, user.refresh_token));
    await sleep(1_600);
    expect(ok(await poll(polling_code))).toEqual({ status: 'expired' });
    expectText(await complete(login_code, user.refresh_token), 400);
  });

  it('does not know other codes, of any length, nor codes of another project', async () => {
    const { polling_code } = await start();
    for (const code of ['', 'x', 'a'.repeat(45)]) expectKnown(await poll(code), 400, 'INVALID_POLLING_CODE');
    expectKnown(await poll(polling_code, other), 400, 'INVALID_POLLING_CODE');
    expectSchemaError(await project.client.post('/auth/cli/poll', {}), 'body.polling_code');
  });
});

describe('POST /auth/cli/complete', () => {
  it('refuses a token that refreshes nothing, and leaves the login open', async () => {
    const user = await project.signUp();
    const { login_code } = await start();
    for (const token of ['anything', '', 'a'.repeat(45)])
      expectKnown(await complete(login_code, token), 401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
    ok(await complete(login_code, user.refresh_token));
    expectText(await complete(login_code, user.refresh_token), 400);
  });

  it('refuses an unknown login, and one of another project', async () => {
    const user = await project.signUp();
    const { login_code } = await start();
    expectText(await complete('nothing', user.refresh_token), 400);
    expectText(await complete(login_code, user.refresh_token, other), 400);
  });
});
