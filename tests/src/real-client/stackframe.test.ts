import { StackAdminApp, StackClientApp, StackServerApp } from '@stackframe/js';
import { beforeAll, expect, it } from 'vitest';
import { url } from '../client.ts';
import { newEmail, newProject, PASSWORD, type Project } from '../project.ts';
import { withBrokenSignature } from './tokens.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject({ client_team_creation_enabled: true });
});

const options = () => ({
  baseUrl: url(),
  projectId: project.id,
  publishableClientKey: project.keys.publishable_client_key,
  noAutomaticPrefetch: true,
  redirectMethod: 'none' as const,
});

it('the existing client kit works with nothing but another base URL', async () => {
  const email = newEmail();
  const app = new StackClientApp({ ...options(), tokenStore: 'memory' });
  const signedUp = await app.signUpWithCredential({
    email,
    password: PASSWORD,
    noRedirect: true,
    noVerificationCallback: true,
  });
  expect(signedUp.status).toBe('ok');
  const again = await app.signUpWithCredential({
    email,
    password: PASSWORD,
    noRedirect: true,
    noVerificationCallback: true,
  });
  expect(again).toMatchObject({ status: 'error', error: { errorCode: 'USER_EMAIL_ALREADY_EXISTS' } });

  const other = new StackClientApp({ ...options(), tokenStore: 'memory' });
  const wrong = await other.signInWithCredential({ email, password: 'wrong password', noRedirect: true });
  expect(wrong).toMatchObject({ status: 'error', error: { errorCode: 'EMAIL_PASSWORD_MISMATCH' } });
  expect((await other.signInWithCredential({ email, password: PASSWORD, noRedirect: true })).status).toBe(
    'ok',
  );
  const user = await other.getUser({ or: 'throw' });
  expect(user.primaryEmail).toBe(email);
  await user.update({ displayName: 'Mira', clientMetadata: { theme: 'dark' } });
  expect(await app.getUser()).toMatchObject({ id: user.id });

  const { accessToken, refreshToken } = await user.currentSession.getTokens();
  const stale = { accessToken: withBrokenSignature(accessToken!), refreshToken: refreshToken! };
  const refreshed = new StackClientApp({ ...options(), tokenStore: stale });
  expect(await refreshed.getUser()).toMatchObject({
    id: user.id,
    displayName: 'Mira',
    clientMetadata: { theme: 'dark' },
  });

  const team = await user.createTeam({ displayName: 'Lumen Labs' });
  expect((await user.listTeams()).map(({ id }) => id)).toEqual([team.id]);
  expect(await user.hasPermission(team, '$update_team')).toBe(true);

  const server = new StackServerApp({
    ...options(),
    tokenStore: 'memory',
    secretServerKey: project.keys.secret_server_key,
  });
  expect((await server.listUsers()).map(({ id }) => id)).toEqual([user.id]);
  const made = await server.createUser({
    primaryEmail: newEmail(),
    primaryEmailAuthEnabled: true,
    password: PASSWORD,
  });
  expect((await server.getUser(made.id))?.primaryEmail).toBe(made.primaryEmail);
  await (await server.getTeam(team.id))!.addUser(made.id);
  expect((await server.getUser(made.id).then((one) => one!.listTeams())).map(({ id }) => id)).toEqual([
    team.id,
  ]);

  const admin = new StackAdminApp({
    ...options(),
    tokenStore: 'memory',
    secretServerKey: project.keys.secret_server_key,
    superSecretAdminKey: project.keys.super_secret_admin_key,
  });
  expect(await admin.getProject()).toMatchObject({ id: project.id, displayName: 'Test project' });
  await user.signOut();
  expect(await other.getUser()).toBe(null);
});
