import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startIdentity, type Harness, type TestProject } from '../testing/harness.ts';

let identity: Harness;
let project: TestProject;
let count = 0;

beforeAll(async () => {
  identity = await startIdentity('anonymous');
  project = await identity.newProject({ create_team_on_sign_up: true, sign_up_enabled: false });
});
afterAll(() => identity?.stop());

const known = (code: string) => expect.objectContaining({ code });
const signUp = (one = project, call = one.client()) => identity.anonymous.signUpAnonymously({}, call);
const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
const upgrade = (user_id: string, one: TestProject, email = `was-ghost-${(count += 1)}@example.com`) =>
  identity.passwords.signUpWithPassword({ email, password: 'correct horse battery' }, one.client(user_id));

describe('anonymous sign-up', () => {
  it('makes a new account each time, even where signing up is closed', async () => {
    const first = await signUp();
    expect(first).toMatchObject({ is_new_user: true });
    const second = await signUp(project, project.client(first.user_id));
    expect(second.user_id).not.toBe(first.user_id);
    const user = await project.getUser(first.user_id);
    expect(user).toMatchObject({ is_anonymous: true, auth_with_email: false });
    expect(claims(first.access_token)).toMatchObject({
      aud: `${project.id}:anon`,
      iss: `https://api.example.com/api/v1/projects-anonymous-users/${project.id}`,
      is_anonymous: true,
    });
  });

  it('gives a personal team with the default name', async () => {
    const { user_id } = await signUp();
    const { items } = await identity.teams.teams.listTeams({ user_id }, project.server);
    expect(items.map((team) => team.display_name)).toEqual(['Personal Team']);
    expect((await project.getUser(user_id)).selected_team_id).toBe(items[0]!.id);
  });

  it('can be switched off with a key that is not rendered while it is unset', async () => {
    const own = await identity.newProject();
    const rendered = async () => {
      const { config_string } = await identity.config.getConfig({}, own.admin);
      return JSON.parse(config_string).auth;
    };
    expect(await rendered()).not.toHaveProperty('anonymous');
    const config_override_string = JSON.stringify({ 'auth.anonymous.allowSignUp': false });
    await identity.config.overrideConfig({ config_override_string }, own.admin);
    await expect(signUp(own)).rejects.toEqual(known('ANONYMOUS_ACCOUNTS_NOT_ENABLED'));
    expect((await rendered()).anonymous).toEqual({ allowSignUp: false });
  });
});

describe('the upgrade by password', () => {
  it('keeps id, metadata and sessions, and names the personal team', async () => {
    const own = await identity.newProject({ create_team_on_sign_up: true });
    const ghost = await signUp(own);
    await own.updateUser(ghost.user_id, { client_metadata: { cart: [1] } }, own.client(ghost.user_id));
    const result = await upgrade(ghost.user_id, own);
    expect(result).toMatchObject({ user_id: ghost.user_id, is_new_user: true });
    expect(claims(result.access_token)).toMatchObject({ aud: own.id, is_anonymous: false });
    const user = await own.getUser(ghost.user_id);
    expect(user).toMatchObject({ is_anonymous: false, has_password: true, client_metadata: { cart: [1] } });
    const { items } = await identity.teams.teams.listTeams({ user_id: ghost.user_id }, own.server);
    expect(items[0]!.display_name).toBe(`${user.primary_email}'s Team`);
    const { refresh_token } = ghost;
    const refreshed = await identity.sessions.refreshSession({ refresh_token }, own.client());
    expect(claims(refreshed.access_token)).toMatchObject({ aud: own.id, is_anonymous: false });
  });

  it('is refused for a taken address and where signing up is closed, and changes nothing', async () => {
    const own = await identity.newProject();
    const taken = 'taken@example.com';
    await upgrade((await signUp(own)).user_id, own, taken);
    const ghost = await signUp(own);
    await expect(upgrade(ghost.user_id, own, taken)).rejects.toEqual(known('USER_EMAIL_ALREADY_EXISTS'));
    const other = await signUp();
    await expect(upgrade(other.user_id, project)).rejects.toEqual(known('SIGN_UP_NOT_ENABLED'));
    expect(await own.getUser(ghost.user_id)).toMatchObject({ is_anonymous: true, has_password: false });
  });

  it('happens once: of many at once the others make accounts of their own or none', async () => {
    const own = await identity.newProject();
    const ghost = await signUp(own);
    const results = await Promise.all(Array.from({ length: 8 }, () => upgrade(ghost.user_id, own)));
    expect(results.filter(({ user_id }) => user_id === ghost.user_id)).toHaveLength(1);
  });
});
