/** One person, one address, several ways in. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ok } from '../client.ts';
import { newEmail, type Project } from '../project.ts';
import { newSignInCodes } from '../sign-in-mail.ts';
import { getUser, newOAuthProject, signInWith, userIdOf } from './project-with-providers.ts';

let project: Project;
let careless: Project;
beforeAll(async () => {
  [project, careless] = await Promise.all([
    newOAuthProject({ magic_link_enabled: true }),
    newOAuthProject({ magic_link_enabled: true, oauth_account_merge_strategy: 'allow_duplicates' }),
  ]);
});

const withCode = async (one: Project, email: string) => {
  const { typed } = await newSignInCodes(one.client, email);
  return ok(await one.client.post('/auth/otp/sign-in', { code: typed })) as {
    user_id: string;
    is_new_user: boolean;
  };
};
const channelsOf = async (one: Project, user_id: string) =>
  (ok(await one.server.get('/contact-channels', { query: { user_id } })) as { items: object[] }).items;

describe('somebody who signed in by code', () => {
  it('is the same user with a provider, on the same channel', async () => {
    const email = newEmail();
    const { user_id } = await withCode(project, email);
    const before = await channelsOf(project, user_id);
    expect(userIdOf(await signInWith(project, { email }))).toBe(user_id);
    expect(await channelsOf(project, user_id)).toEqual(before);
    expect(await getUser(project, user_id)).toMatchObject({
      otp_auth_enabled: true,
      oauth_providers: [{ id: 'github', account_id: email }],
    });
  });

  it('is another user with a provider where duplicates are allowed', async () => {
    const email = newEmail();
    const { user_id } = await withCode(careless, email);
    const second = userIdOf(await signInWith(careless, { email }));
    expect(second).not.toBe(user_id);
    expect(await channelsOf(careless, second)).toMatchObject([{ is_verified: true, used_for_auth: false }]);
    expect((await withCode(careless, email)).user_id).toBe(user_id);
  });
});

it('somebody who signed in with a provider is the same user by code', async () => {
  const email = newEmail();
  const first = userIdOf(await signInWith(project, { email }));
  expect(await withCode(project, email)).toMatchObject({ user_id: first, is_new_user: false });
});
