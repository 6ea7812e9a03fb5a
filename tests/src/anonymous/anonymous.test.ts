import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, ok } from '../client.ts';
import { newEmail, newProject, overrideConfig, PASSWORD, type Project } from '../project.ts';
import { newSignInCodes } from '../sign-in-mail.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject({ magic_link_enabled: true, create_team_on_sign_up: true });
});

const ALLOWED = { headers: { 'x-stack-allow-anonymous-user': 'true' } };

interface Ghost {
  access_token: string;
  refresh_token: string;
  user_id: string;
}

const newGhost = async (one = project) => ok(await one.client.post('/auth/anonymous/sign-up')) as Ghost;
const refresh = async (refresh_token: string): Promise<string> => {
  const headers = { 'x-stack-refresh-token': refresh_token };
  const answer = ok(await project.client.post('/auth/sessions/current/refresh', undefined, { headers }));
  return answer.access_token as string;
};
const claims = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;
const signUp = (ghost: Ghost, email: string) =>
  project.as('client', ghost).post('/auth/password/sign-up', { email, password: PASSWORD }, ALLOWED);

describe('POST /auth/anonymous/sign-up', () => {
  it('makes a new account each time, also where signing up is closed', async () => {
    const closed = await newProject({ sign_up_enabled: false });
    const answer = await newGhost(closed);
    expect(Object.keys(answer).sort()).toEqual(['access_token', 'is_new_user', 'refresh_token', 'user_id']);
    expect(answer).toMatchObject({ is_new_user: true });
    const again = ok(await closed.as('client', answer).post('/auth/anonymous/sign-up', {}, ALLOWED)) as Ghost;
    expect(again.user_id).not.toBe(answer.user_id);
  });

  it('gives a token that needs the header, on every route', async () => {
    const ghost = await newGhost();
    const caller = project.as('client', ghost);
    expectKnown(await caller.get('/users/me'), 401, 'ANONYMOUS_AUTHENTICATION_NOT_ALLOWED');
    expectKnown(await project.as('server', ghost).get('/users'), 401, 'ANONYMOUS_AUTHENTICATION_NOT_ALLOWED');
    const mine = ok(await caller.get('/users/me', ALLOWED));
    expect(mine).toMatchObject({ id: ghost.user_id, is_anonymous: true, primary_email: null });
    expect(mine.selected_team.display_name).toBe('Personal Team');
    expect(claims(await refresh(ghost.refresh_token))).toMatchObject({ is_anonymous: true });
  });

  it('is switched off by auth.anonymous.allowSignUp', async () => {
    const own = await newProject();
    await overrideConfig(own, { 'auth.anonymous.allowSignUp': false });
    const refused = await own.client.post('/auth/anonymous/sign-up');
    expectKnown(refused, 400, 'ANONYMOUS_ACCOUNTS_NOT_ENABLED');
    await overrideConfig(own, { 'auth.anonymous.allowSignUp': true });
    await newGhost(own);
  });

  it('leaves its users out of lists that do not ask for them', async () => {
    const own = await newProject();
    const { user_id } = await newGhost(own);
    const ids = async (query: Record<string, string>) =>
      (ok(await own.server.get('/users', { query })).items as { id: string }[]).map(({ id }) => id);
    expect(await ids({})).toEqual([]);
    expect(await ids({ include_anonymous: 'true' })).toEqual([user_id]);
    expect(ok(await own.server.get(`/users/${user_id}`)).id).toBe(user_id);
  });
});

describe('an upgrade', () => {
  it('by password keeps the id, the metadata and the old tokens', async () => {
    const ghost = await newGhost();
    ok(await project.server.patch(`/users/${ghost.user_id}`, { client_metadata: { cart: [1] } }));
    const email = newEmail();
    const answer = ok(await signUp(ghost, email));
    expect(answer).toMatchObject({ is_new_user: true, user_id: ghost.user_id });
    const mine = ok(await project.as('client', answer).get('/users/me'));
    expect(mine).toMatchObject({ is_anonymous: false, primary_email: email, client_metadata: { cart: [1] } });
    expect(mine.selected_team.display_name).toBe(`${email}'s Team`);
    const old = ok(await project.as('client', ghost).get('/users/me', ALLOWED));
    expect(old).toMatchObject({ id: ghost.user_id, is_anonymous: false });
    expect(claims(await refresh(ghost.refresh_token))).toMatchObject({
      is_anonymous: false,
      aud: project.id,
    });
  });

  it('by code keeps the id, with the token on the sign-in', async () => {
    const ghost = await newGhost();
    const email = newEmail();
    const { typed } = await newSignInCodes(project.client, email);
    const caller = project.as('client', ghost);
    const answer = ok(await caller.post('/auth/otp/sign-in', { code: typed }, ALLOWED));
    expect(answer).toMatchObject({ is_new_user: true, user_id: ghost.user_id });
    const mine = ok(await project.as('client', answer).get('/users/me'));
    expect(mine).toMatchObject({ is_anonymous: false, primary_email_verified: true, otp_auth_enabled: true });
  });

  it('to a taken address is a 409 by password, and a sign-in to the other account by code', async () => {
    const email = newEmail();
    const { typed } = await newSignInCodes(project.client, email);
    const owner = ok(await project.client.post('/auth/otp/sign-in', { code: typed }));
    const ghost = await newGhost();
    const USED = { email, would_work_if_email_was_verified: false };
    expectKnown(await signUp(ghost, email), 409, 'USER_EMAIL_ALREADY_EXISTS', USED);
    const { link } = await newSignInCodes(project.client, email);
    const answer = ok(await project.as('client', ghost).post('/auth/otp/sign-in', { code: link }, ALLOWED));
    expect(answer).toMatchObject({ is_new_user: false, user_id: owner.user_id });
    expect(ok(await project.server.get(`/users/${ghost.user_id}`)).is_anonymous).toBe(true);
  });

  it('needs sign-up to be open', async () => {
    const closed = await newProject({ sign_up_enabled: false });
    const ghost = await newGhost(closed);
    const body = { email: newEmail(), password: PASSWORD };
    const refused = await closed.as('client', ghost).post('/auth/password/sign-up', body, ALLOWED);
    expectKnown(refused, 400, 'SIGN_UP_NOT_ENABLED');
  });
});
