/** A project whose buttons all lead to the sandbox, and what tests do with it. */
import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import { api, ok, type Answer, type Json } from '../client.ts';
import { newProject, type Project } from '../project.ts';
import { codeOf, newAttempt, REDIRECT_URI, roundTrip, type Page } from './browser.ts';

export const providers = ['github', 'google', 'microsoft', 'spotify'].map((id) => ({ id, type: 'shared' }));

export const newOAuthProject = (config: object = {}): Promise<Project> =>
  newProject({ oauth_providers: providers, ...config });

export interface SignedIn {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly is_new_user: boolean;
}

export const exchange = (project: Project, fields: object): Promise<Answer> =>
  api('POST', '/auth/oauth/token', {
    json: {
      grant_type: 'authorization_code',
      redirect_uri: REDIRECT_URI,
      client_id: project.id,
      client_secret: project.keys.publishable_client_key,
      ...fields,
    },
  });

/** A code that has not been used, with its verifier. */
export const newCode = async (project: Project, email: string, more: Record<string, string> = {}) => {
  const attempt = newAttempt(project, more);
  return { code: codeOf(await roundTrip(attempt, { email })), code_verifier: attempt.verifier };
};

/** Signs in at the sandbox, up to the tokens. */
export const signInWith = async (
  project: Project,
  {
    email,
    provider = 'github',
    ...more
  }: { email: string; provider?: string; type?: string; token?: string },
): Promise<SignedIn> => {
  const attempt = newAttempt(project, more, provider);
  const code = codeOf(await roundTrip(attempt, { email }));
  return ok(await exchange(project, { code, code_verifier: attempt.verifier })) as SignedIn;
};

export const userIdOf = ({ access_token }: { access_token: string }): string =>
  decodeJwt(access_token).sub ?? '';

export const getUser = async (project: Project, user_id: string): Promise<Json> =>
  ok(await project.server.get(`/users/${user_id}`));

/** The error of the catalogue that a page answers with; `expected` is its status, code and details. */
export const expectKnownPage = (
  page: Page,
  ...expected: [status: number, code: string, details?: object]
): void => {
  const [status, code, details] = expected;
  expect(page.headers.get('x-stack-known-error'), page.text).toBe(code);
  expect(page.status).toBe(status);
  expect(JSON.parse(page.text)).toEqual({
    code,
    error: expect.any(String) as unknown,
    ...(details ? { details } : {}),
  });
};

/** A plain sentence. */
export const expectTextPage = (page: Page, status: number): void => {
  expect(page.status, page.text).toBe(status);
  expect(page.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(page.headers.has('x-stack-known-error')).toBe(false);
};
