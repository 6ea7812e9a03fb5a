import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, ok } from '../src/client.ts';
import { getUser, newOAuthProject, signInWith, userIdOf } from '../src/oauth/project-with-providers.ts';
import { newEmail, overrideConfig, PASSWORD, type Project, type Tokens } from '../src/project.ts';
import { newSignInCodes } from '../src/sign-in-mail.ts';

const ALLOWED = { headers: { 'x-stack-allow-anonymous-user': 'true' } };
const PERMISSION = 'chosen_by_the_attacker';

let project: Project;
beforeAll(async () => {
  project = await newOAuthProject({ magic_link_enabled: true });
  const definition = { description: 'Not for everybody', scope: 'project', containedPermissionIds: {} };
  await overrideConfig(project, { [`rbac.permissions.${PERMISSION}`]: definition });
});

interface Ghost extends Tokens {
  readonly user_id: string;
  readonly team_id: string;
}

/** An anonymous user with everything that an attacker could have given it, and whose session the victim is made to use. */
const newGhost = async (): Promise<Ghost> => {
  const ghost = ok(await project.client.post('/auth/anonymous/sign-up')) as Omit<Ghost, 'team_id'>;
  const mine = { display_name: 'Chosen', client_metadata: { role: 'chosen' } };
  ok(await project.as('client', ghost).patch('/users/me', mine, ALLOWED));
  ok(await project.server.patch(`/users/${ghost.user_id}`, { server_metadata: { role: 'chosen' } }));
  ok(await project.server.post(`/project-permissions/${ghost.user_id}/${PERMISSION}`, {}), 201);
  return { ...ghost, team_id: await project.newTeam({ creator_user_id: ghost.user_id }) };
};
const newOwner = async () => {
  const email = newEmail();
  const { link } = await newSignInCodes(project.client, email);
  const { user_id } = ok(await project.client.post('/auth/otp/sign-in', { code: link }));
  return { email, user_id: user_id as string };
};
const stateOf = async (user_id: string) => {
  const query = { user_id };
  const [user, teams, permissions, channels] = await Promise.all([
    getUser(project, user_id),
    project.server.get('/teams', { query }),
    project.server.get('/project-permissions', { query }),
    project.server.get('/contact-channels', { query }),
  ]);
  const { last_active_at_millis: _, ...kept } = user as Record<string, unknown>;
  return [kept, ...[teams, permissions, channels].map((answer) => ok(answer).items as object[])];
};

describe('31 · an anonymous user whose visitor signs in to an existing account', () => {
  const ways: Record<string, (ghost: Ghost, email: string) => Promise<{ access_token: string }>> = {
    'with a code': async (ghost, email) => {
      const { typed } = await newSignInCodes(project.client, email);
      const caller = project.as('client', ghost);
      return ok(await caller.post('/auth/otp/sign-in', { code: typed }, ALLOWED)) as Tokens;
    },
    'with a link': async (ghost, email) => {
      const { link } = await newSignInCodes(project.client, email);
      const caller = project.as('client', ghost);
      return ok(await caller.post('/auth/otp/sign-in', { code: link }, ALLOWED)) as Tokens;
    },
    'with a password': async (ghost, email) => {
      const caller = project.as('client', ghost);
      return ok(
        await caller.post('/auth/password/sign-in', { email, password: PASSWORD }, ALLOWED),
      ) as Tokens;
    },
    'with a provider': (ghost, email) => signInWith(project, { email, token: ghost.access_token }),
  };

  it.each(Object.keys(ways))('%s carries nothing over, and stays what it is', async (way) => {
    const owner = await newOwner();
    ok(await project.server.patch(`/users/${owner.user_id}`, { password: PASSWORD }));
    // Joined before, so that it is the sign-in alone that could change something.
    if (way === 'with a provider') await signInWith(project, { email: owner.email });
    const ghost = await newGhost();
    const [before, ghostBefore] = [await stateOf(owner.user_id), await stateOf(ghost.user_id)];
    const signedIn = await ways[way]!(ghost, owner.email);
    expect(userIdOf(signedIn)).toBe(owner.user_id);
    expect(await stateOf(owner.user_id)).toEqual(before);
    expect(JSON.stringify(before)).not.toMatch(/chosen/i);
    expect(await stateOf(ghost.user_id)).toEqual(ghostBefore);
    expect((await getUser(project, ghost.user_id)).is_anonymous).toBe(true);
  });

  it('keeps a session that reads the ghost only, and never the account', async () => {
    const owner = await newOwner();
    const ghost = await newGhost();
    await ways['with a code']!(ghost, owner.email);
    const headers = { 'x-stack-refresh-token': ghost.refresh_token };
    const refreshed = ok(
      await project.client.post('/auth/sessions/current/refresh', undefined, { headers }),
    ) as Tokens;
    for (const tokens of [ghost, refreshed]) {
      const mine = ok(await project.as('client', tokens).get('/users/me', ALLOWED));
      expect(mine).toMatchObject({ id: ghost.user_id, is_anonymous: true });
    }
  });

  it('does not take a taken address by signing up with it, and changes nothing by trying', async () => {
    const owner = await newOwner();
    const ghost = await newGhost();
    const [before, ghostBefore] = [await stateOf(owner.user_id), await stateOf(ghost.user_id)];
    const body = { email: owner.email.toUpperCase(), password: PASSWORD };
    const answer = await project.as('client', ghost).post('/auth/password/sign-up', body, ALLOWED);
    expectKnown(answer, 409, 'USER_EMAIL_ALREADY_EXISTS', {
      email: owner.email,
      would_work_if_email_was_verified: false,
    });
    expect(await stateOf(owner.user_id)).toEqual(before);
    expect(await stateOf(ghost.user_id)).toEqual(ghostBefore);
  });
});
