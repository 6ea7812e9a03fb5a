import { beforeAll, describe, expect, it } from 'vitest';
import { ok, type Answer } from '../client.ts';
import { newEmail, newKeySet, newProject, PASSWORD, projectOf, type Project } from '../project.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject({ create_team_on_sign_up: true });
});

const fifty = (request: () => Promise<Answer>) => Promise.all(Array.from({ length: 50 }, request));
/** How often each answer came. */
const tally = (answers: Answer[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = `${status} ${(body as { code?: string }).code ?? ''}`.trim();
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};

describe('fifty parallel', () => {
  it('sign-ups with one address make one account with one personal team', async () => {
    const email = newEmail();
    const answers = await fifty(() =>
      project.client.post('/auth/password/sign-up', { email, password: PASSWORD }),
    );
    expect(tally(answers)).toEqual({ '200': 1, '409 USER_EMAIL_ALREADY_EXISTS': 49 });
    const user_id = answers.find(({ status }) => status === 200)!.body.user_id as string;
    expect(ok(await project.server.get('/users', { query: { query: email } })).items).toHaveLength(1);
    expect(ok(await project.server.get('/teams', { query: { user_id } })).items).toHaveLength(1);
  });

  it('creations by the server with one address make one', async () => {
    const fields = { primary_email: newEmail(), primary_email_auth_enabled: true };
    const answers = await fifty(() => project.server.post('/users', fields));
    expect(tally(answers)).toEqual({ '201': 1, '409 USER_EMAIL_ALREADY_EXISTS': 49 });
  });

  it('sign-outs of one session succeed once', async () => {
    const user = await project.signUp();
    const answers = await fifty(() => project.as('client', user).delete('/auth/sessions/current'));
    expect(tally(answers)).toEqual({ '200': 1, '401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED': 49 });
  });

  it('joins of one user make one membership', async () => {
    const [team, user] = [await project.newTeam(), await project.newUser()];
    const answers = await fifty(() => project.server.post(`/team-memberships/${team}/${user}`, {}));
    expect(tally(answers)).toEqual({ '201': 1, '409 TEAM_MEMBERSHIP_ALREADY_EXISTS': 49 });
    expect(ok(await project.server.get('/users', { query: { team_id: team } })).items).toHaveLength(1);
    expect(
      ok(await project.server.get('/team-permissions', { query: { team_id: team } })).items,
    ).toHaveLength(1);
  });

  it('leaves of one user end one membership', async () => {
    const user = await project.newUser();
    const team = await project.newTeam({ creator_user_id: user });
    const answers = await fifty(() => project.server.delete(`/team-memberships/${team}/${user}`));
    expect(tally(answers)).toEqual({ '200': 1, '404 TEAM_MEMBERSHIP_NOT_FOUND': 49 });
  });

  it('deletions of one user succeed once', async () => {
    const user = await project.newUser();
    const answers = await fifty(() => project.server.delete(`/users/${user}`));
    expect(tally(answers)).toEqual({ '200': 1, '404 USER_NOT_FOUND': 49 });
  });

  it('revocations of one key set keep the first time', async () => {
    const keys = await newKeySet(project.admin);
    const path = `/internal/api-keys/${keys.id}`;
    const answers = await fifty(() => project.admin.patch(path, { revoked: true }));
    expect(tally(answers)).toEqual({ '200': 50 });
    expect(new Set(answers.map(({ body }) => body.manually_revoked_at_millis as number)).size).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const used = await fifty(() => projectOf(project.id, keys).server.get('/users'));
    expect(tally(used)).toEqual({ '401 INVALID_SECRET_SERVER_KEY': 50 });
  });

  it('refreshes of one session all succeed while nothing rotates', async () => {
    const { refresh_token } = await project.signUp();
    const headers = { 'x-stack-refresh-token': refresh_token };
    const answers = await fifty(() =>
      project.client.post('/auth/sessions/current/refresh', undefined, { headers }),
    );
    expect(tally(answers)).toEqual({ '200': 50 });
  });

  it('updates of different fields of one user are all kept', async () => {
    const id = await project.newUser();
    const fields = {
      display_name: 'Mira',
      client_metadata: 1,
      client_read_only_metadata: 2,
      server_metadata: 3,
    };
    await Promise.all(
      Object.entries(fields).map(async ([name, value]) =>
        ok(await project.server.patch(`/users/${id}`, { [name]: value })),
      ),
    );
    expect(ok(await project.server.get(`/users/${id}`))).toMatchObject(fields);
  });

  it('grants and revocations of one permission never fail', async () => {
    const user = await project.newUser();
    const team = await project.newTeam({ creator_user_id: user });
    const path = `/team-permissions/${team}/${user}/team_member`;
    let turn = 0;
    const answers = await fifty(() =>
      turn++ % 2 ? project.server.delete(path) : project.server.post(path, {}),
    );
    for (const name of Object.keys(tally(answers)))
      expect(['200', '201', '401 TEAM_PERMISSION_NOT_FOUND']).toContain(name);
  });
});

describe('what was answered', () => {
  it('is seen by every later request', async () => {
    const user = await project.signUp();
    for (let round = 0; round < 20; round++) {
      const display_name = `Round ${round}`;
      ok(await project.server.patch(`/users/${user.id}`, { display_name }));
      const reads = await Promise.all([
        project.as('client', user).get('/users/me'),
        project.server.get(`/users/${user.id}`),
      ]);
      for (const read of reads) expect(ok(read).display_name).toBe(display_name);
    }
  });
});
