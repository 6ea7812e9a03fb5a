import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, url } from '../client.ts';
import { newOwner, newProject, type Project } from '../project.ts';
import { createBrowser, newAttempt } from './browser.ts';

/** Id, authorization URL, base scopes, and what the URL has besides the parameters of all. */
const PROVIDERS: [id: string, address: string, scope: string, extras?: Record<string, string>][] = [
  [
    'google',
    'https://accounts.google.com/o/oauth2/v2/auth',
    'https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile',
    { include_granted_scopes: 'true' },
  ],
  ['github', 'https://github.com/login/oauth/authorize', 'user:email'],
  ['microsoft', 'https://login.microsoftonline.com/consumers/oauth2/v2.0/authorize', 'User.Read openid'],
  ['spotify', 'https://accounts.spotify.com/authorize', 'user-read-email user-read-private'],
  [
    'facebook',
    'https://facebook.com/v20.0/dialog/oauth/',
    'openid public_profile email',
    { config_id: 'the-config' },
  ],
  ['discord', 'https://discord.com/oauth2/authorize', 'identify email'],
  ['gitlab', 'https://gitlab.com/oauth/authorize', 'read_user'],
  ['bitbucket', 'https://bitbucket.org/site/oauth2/authorize', 'account email'],
  ['linkedin', 'https://www.linkedin.com/oauth/v2/authorization', 'openid profile email'],
  ['apple', 'https://appleid.apple.com/auth/authorize', 'name email', { response_mode: 'form_post' }],
  ['x', 'https://twitter.com/i/oauth2/authorize', 'users.read offline.access tweet.read'],
  ['twitch', 'https://id.twitch.tv/oauth2/authorize', 'user:read:email'],
];

const keysOf = (id: string) => ({
  id,
  type: 'standard',
  client_id: `${id}-client`,
  client_secret: `${id}-secret`,
});

let project: Project;
beforeAll(async () => {
  project = await newProject({
    oauth_providers: PROVIDERS.map(([id]) => ({
      ...keysOf(id),
      ...(id === 'facebook' ? { facebook_config_id: 'the-config' } : {}),
    })),
  });
});

const begin = async (id: string, more: Record<string, string> = {}, one = project) => {
  const page = await createBrowser().open(newAttempt(one, more, id).address);
  expect(page.status, page.text).toBe(307);
  const target = new URL(page.location ?? '');
  return { page, address: target.origin + target.pathname, parameters: target.searchParams };
};

describe('with keys of the project’s own', () => {
  it.each(PROVIDERS)('%s is asked at %s for %s', async (...row) => {
    const [id, address, scope, extras = {}] = row;
    const begun = await begin(id);
    expect(begun.address).toBe(address);
    const { code_challenge, code_challenge_method, state, ...rest } = Object.fromEntries(begun.parameters);
    expect(rest).toEqual({
      client_id: `${id}-client`,
      scope,
      response_type: 'code',
      redirect_uri: `${url()}/api/v1/auth/oauth/callback/${id}`,
      access_type: 'offline',
      prompt: 'consent',
      ...extras,
    });
    expect(state).toMatch(/^[\w-]{20,}$/);
    // LinkedIn refuses a challenge.
    expect(code_challenge_method).toBe(id === 'linkedin' ? undefined : 'S256');
    if (id === 'linkedin') expect(code_challenge).toBeUndefined();
    else expect(code_challenge).toMatch(/^[\w-]{43}$/);
    expect(begun.page.location).not.toContain('secret');
  });

  it('a user may ask for more scopes', async () => {
    const { access_token: token } = await project.signUp();
    const { parameters } = await begin('github', { token, type: 'link', provider_scope: 'repo user:email' });
    expect(parameters.get('scope')).toBe('user:email repo');
  });

  it('a directory of Microsoft is asked in the place of everybody’s', async () => {
    const own = await newProject({
      oauth_providers: [{ ...keysOf('microsoft'), microsoft_tenant_id: 'contoso' }],
    });
    const { address } = await begin('microsoft', {}, own);
    expect(address).toBe('https://login.microsoftonline.com/contoso/oauth2/v2.0/authorize');
  });

  it('the cookie comes along when the site of the provider posts the answer, and only then', async () => {
    const { page: posted } = await begin('apple');
    expect(posted.set_cookie[0]).toMatch(/; Max-Age=600; Secure; HttpOnly; SameSite=None$/);
    const { page: redirected } = await begin('google');
    expect(redirected.set_cookie[0]).not.toContain('SameSite');
  });
});

describe('the providers of a project', () => {
  it('are of the twelve, with both keys when they are standard', async () => {
    const { caller, team_id } = await newOwner();
    const create = (provider: object) =>
      caller.post('/internal/projects', {
        display_name: 'Test project',
        owner_team_id: team_id,
        config: { oauth_providers: [provider] },
      });
    for (const provider of [
      { id: 'oidc', type: 'shared' },
      { id: 'acme', type: 'standard', client_id: 'a', client_secret: 'b' },
      { id: 'github', type: 'standard', client_id: 'a' },
      { id: 'github', type: 'standard', client_secret: 'b' },
    ]) {
      const answer = await create(provider);
      expectKnown(answer, 400, 'SCHEMA_ERROR', { message: expect.any(String) as string });
    }
  });
});
