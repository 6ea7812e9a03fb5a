/** A deployment without a sandbox, with keys of its own for one provider. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, ok, url } from '../client.ts';
import { startDeployment } from '../deployment.ts';
import { newOwner, newProject, type Owner, type Project } from '../project.ts';
import { createBrowser, newAttempt } from './browser.ts';
import { expectTextPage, providers } from './project-with-providers.ts';

let deployment: Awaited<ReturnType<typeof startDeployment>>;
let owner: Owner;
let project: Project;
beforeAll(async () => {
  deployment = await startDeployment({
    PORTICO_OAUTH_SANDBOX: 'off',
    PORTICO_OAUTH_GITLAB_CLIENT_ID: 'our-gitlab',
    PORTICO_OAUTH_GITLAB_CLIENT_SECRET: 'our-secret',
    PORTICO_OAUTH_GITHUB_CLIENT_ID: 'our-github',
    PORTICO_OAUTH_GITHUB_CLIENT_SECRET: 'our-secret',
  });
  Object.assign(process.env, deployment.env);
  owner = await newOwner();
  project = await newProject({ oauth_providers: providers }, owner);
});
afterAll(() => deployment?.stop());

const open = (id: string, more: Record<string, string> = {}) =>
  createBrowser().open(newAttempt(project, more, id).address);

describe('shared keys', () => {
  it('may be asked for where the deployment has them, and of four providers in any case', async () => {
    const write = (id: string) =>
      project.admin.patch('/internal/projects/current', {
        config: { oauth_providers: [...providers, { id, type: 'shared' }] },
      });
    for (const id of ['facebook', 'discord', 'bitbucket', 'linkedin', 'apple', 'x', 'twitch']) {
      expectKnown(await write(id), 400, 'INVALID_SHARED_OAUTH_PROVIDER_ID', { provider_id: id });
      const body = {
        display_name: 'Test project',
        owner_team_id: owner.team_id,
        config: { oauth_providers: [{ id, type: 'shared' }] },
      };
      const created = await owner.caller.post('/internal/projects', body);
      expectKnown(created, 400, 'INVALID_SHARED_OAUTH_PROVIDER_ID', { provider_id: id });
    }
    ok(await write('gitlab'));
  });

  it('are those of the deployment, at the real provider', async () => {
    for (const [id, address] of [
      ['github', 'https://github.com/login/oauth/authorize'],
      ['gitlab', 'https://gitlab.com/oauth/authorize'],
    ] as const) {
      const page = await open(id);
      expect(page.status, page.text).toBe(307);
      const target = new URL(page.location ?? '');
      expect(target.origin + target.pathname).toBe(address);
      expect(Object.fromEntries(target.searchParams)).toMatchObject({
        client_id: `our-${id}`,
        redirect_uri: `${url()}/api/v1/auth/oauth/callback/${id}`,
      });
    }
  });

  it('that are not there are a text 400 when somebody signs in', async () => {
    for (const id of ['google', 'microsoft', 'spotify']) expectTextPage(await open(id), 400);
  });

  it('are nobody’s to connect accounts with', async () => {
    const user = await project.signUp();
    const answer = await project
      .as('client', user)
      .post('/connected-accounts/me/github/access-token', { scope: 'repo' });
    expectKnown(answer, 400, 'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS');
  });
});
