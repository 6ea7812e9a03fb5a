import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startIdentity, type Harness, type TestProject } from '../testing/harness.ts';

let identity: Harness;
let project: TestProject;

beforeAll(async () => {
  identity = await startIdentity('passwords');
  project = await identity.newProject();
});
afterAll(() => identity?.stop());

const signUp = (email: string, password = 'correct horse', call = project.client()) =>
  identity.passwords.signUpWithPassword({ email, password }, call);
const signIn = (email: string, password = 'correct horse', call = project.client()) =>
  identity.passwords.signInWithPassword({ email, password }, call);
const code = (expected: string, details?: object) =>
  expect.objectContaining(details ? { code: expected, details } : { code: expected });

describe('password sign-up', () => {
  it('answers tokens of a new user and stores the address normalised, unverified and used for auth', async () => {
    const result = await signUp('Test.User@Example.COM');
    expect(result).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.stringMatching(/^[0-9a-z]{45}$/),
      is_new_user: true,
      user_id: expect.any(String),
    });
    const user = await project.getUser(result.user_id);
    expect(user).toMatchObject({
      primary_email: 'test.user@example.com',
      primary_email_verified: false,
      primary_email_auth_enabled: true,
      has_password: true,
      auth_with_email: true,
      is_anonymous: false,
    });
    expect(decodeProtectedHeader(result.access_token)).toEqual({ alg: 'ES256', kid: expect.stringMatching(/^[\w-]{12}$/) });
    expect(decodeJwt(result.access_token)).toMatchObject({ sub: result.user_id, email: 'test.user@example.com' });
  });

  it('signs in with any mixture of cases, to the same user', async () => {
    const { user_id } = await signUp('Mixed@Example.com');
    for (const email of ['mixed@example.com', 'MIXED@EXAMPLE.COM']) {
      expect(await signIn(email)).toMatchObject({ user_id, is_new_user: false });
    }
  });
});
