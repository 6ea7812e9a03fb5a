/**
 * A device code can be talked out of somebody: the wire lets whoever started a login collect what a signed-in user then
 * confirms, and has no field for the device or the place that asked, so no consent can name them. What holds instead: the
 * page of the kit hands a session over after a click only (sdk/src/react/pages/pages.test.tsx), never by being opened; what
 * is handed over is a session of its own that its user sees and ends; and nothing short of the user's own refresh token
 * confirms.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { completeLogin, pollLogin, startLogin } from '../src/cli/login.ts';
import { expectKnown, expectText, ok } from '../src/client.ts';
import { createBrowser, newAttempt, roundTrip } from '../src/oauth/browser.ts';
import { exchange, newOAuthProject } from '../src/oauth/project-with-providers.ts';
import { newEmail, newProject, type Project } from '../src/project.ts';
import { refreshSession } from '../src/refresh.ts';
import { newSignInCodes } from '../src/sign-in-mail.ts';
import { expectDenied } from './denied.ts';
import { inParallel } from './in-parallel.ts';
import { tally } from './tally.ts';

let project: Project;
let other: Project;
beforeAll(async () => {
  [project, other] = await Promise.all([newOAuthProject({ magic_link_enabled: true }), newProject()]);
});

const start = () => startLogin(project.client);
const poll = (polling_code: string, one = project) => pollLogin(one.client, polling_code);
const complete = (login_code: string, refresh_token: string, one = project) =>
  completeLogin(one.client, login_code, refresh_token);
const refresh = (refresh_token: string) => refreshSession(project.client, refresh_token);
const UNKNOWN = 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED';

describe('25 · who starts a device login and waits for somebody else', () => {
  it('gets nothing while nobody confirms, whatever the victim has open', async () => {
    const victim = await project.signUp();
    const { polling_code, login_code } = await start();
    ok(await project.as('client', victim).get('/users/me'));
    ok(await refresh(victim.refresh_token));
    await project.client.get(`/auth/cli/complete?login_code=${login_code}`);
    expect(ok(await poll(polling_code))).toEqual({ status: 'waiting' });
  });

  it('cannot confirm with anything but a refresh token of this project: access tokens and codes do not', async () => {
    const victim = await project.signUp();
    const foreign = await other.signUp();
    const { typed, link } = await newSignInCodes(project.client, newEmail());
    const { polling_code, login_code } = await start();
    for (const secret of [
      victim.access_token,
      foreign.refresh_token,
      typed,
      link,
      polling_code,
      login_code,
      '',
    ])
      expectKnown(await complete(login_code, secret), 401, UNKNOWN);
    ok(await project.as('client', victim).delete('/auth/sessions/current'));
    expectKnown(await complete(login_code, victim.refresh_token), 401, UNKNOWN);
    expect(ok(await poll(polling_code))).toEqual({ status: 'waiting' });
  });

  it('cannot poll with the code that the victim sees, nor confirm with the one that polls, nor in another project', async () => {
    const victim = await project.signUp();
    const { polling_code, login_code } = await start();
    expectKnown(await poll(login_code), 400, 'INVALID_POLLING_CODE');
    expectText(await complete(polling_code, victim.refresh_token), 400);
    expectKnown(await poll(polling_code, other), 400, 'INVALID_POLLING_CODE');
    expectText(await complete(login_code, victim.refresh_token, other), 400);
  });

  it('gets, when the victim does confirm, a session that the victim sees and ends, and that ends with a new password', async () => {
    const victim = await project.signUp();
    const client = project.as('client', victim);
    const confirmed = async () => {
      const { polling_code, login_code } = await start();
      ok(await complete(login_code, victim.refresh_token));
      return ok(await poll(polling_code), 201).refresh_token as string;
    };
    const handed = await confirmed();
    expect(handed).not.toBe(victim.refresh_token);
    const { access_token } = ok(await refresh(handed)) as { access_token: string };
    const { items } = ok(await client.get('/auth/sessions?user_id=me')) as {
      items: { id: string; is_current_session: boolean }[];
    };
    expect(items).toHaveLength(2);
    ok(await client.delete(`/auth/sessions/${items.find((one) => !one.is_current_session)!.id}`));
    expectKnown(await refresh(handed), 401, UNKNOWN);
    await expectDenied(() => project.as('client', { access_token }).get('/users/me'));
    const second = await confirmed();
    const change = { old_password: victim.password, new_password: 'another password' };
    const headers = { 'x-stack-refresh-token': victim.refresh_token };
    ok(await client.post('/auth/password/update', change, { headers }));
    expectKnown(await refresh(second), 401, UNKNOWN);
  });

  it('shares the prize with nobody: of 50 parallel confirmations and of 50 parallel polls one is taken', async () => {
    const [mine, theirs] = [await project.signUp(), await project.signUp()];
    const { polling_code, login_code } = await start();
    const confirmations = await inParallel(50, (index) =>
      complete(login_code, (index % 2 ? mine : theirs).refresh_token),
    );
    expect(tally(confirmations)).toEqual({ '200': 1, '400': 49 });
    const polls = await inParallel(50, () => poll(polling_code));
    expect(polls.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(polls.filter(({ body }) => body.status === 'used')).toHaveLength(49);
  });
});

describe('25 · who starts a sign-in with a provider and lets somebody else finish it', () => {
  it('gets nothing: the code goes to the trusted page of the victim’s browser, with a state that page never made', async () => {
    const attempt = newAttempt(project);
    const page = await roundTrip(attempt, { browser: createBrowser(), email: newEmail() });
    const target = new URL(page.location ?? '');
    expect(target.origin).toBe('http://localhost:3000');
    expect(target.searchParams.get('state')).toBe(attempt.state);
    // A kit compares the state with its own cookie; what the attacker holds, the verifier, opens nothing without the code.
    const guessed = await exchange(project, { code: 'f'.repeat(64), code_verifier: attempt.verifier });
    expectKnown(guessed, 400, 'INVALID_AUTHORIZATION_CODE');
  });

  it('gets nothing with a session made before: signing in never continues one', async () => {
    const attacker = await project.signUp();
    const { typed } = await newSignInCodes(project.client, newEmail());
    const headers = { 'x-stack-refresh-token': attacker.refresh_token };
    const caller = project.as('client', attacker);
    const victim = ok(await caller.post('/auth/otp/sign-in', { code: typed }, { headers }));
    expect(victim.user_id).not.toBe(attacker.id);
    expect(victim.refresh_token).not.toBe(attacker.refresh_token);
    expect(ok(await project.as('client', attacker).get('/users/me')).id).toBe(attacker.id);
  });
});
