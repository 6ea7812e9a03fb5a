import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectSchemaError, expectText, ok } from '../client.ts';
import { newEmail, newProject, newUuid, PASSWORD, type Project, type User } from '../project.ts';
import { channelOf, create, listOf, newChannel, primaryOf, takenBy, TAKEN, userOf } from './channels.ts';

let project: Project;
let other: Project;
let user: User;
beforeAll(async () => {
  [project, other] = await Promise.all([newProject(), newProject()]);
  user = await project.signUp();
});

describe('POST /contact-channels', () => {
  it('adds one for every access type, neither primary nor verified unless said so', async () => {
    for (const type of ['client', 'server', 'admin'] as const)
      for (const user_id of ['me', user.id]) {
        const body = channelOf(user_id);
        expect(ok(await project.as(type, user).post('/contact-channels', body), 201)).toEqual({
          ...body,
          id: expect.any(String) as string,
          user_id: user.id,
          is_primary: false,
          is_verified: false,
        });
      }
    const user_id = await project.newUser();
    const first = await newChannel(project.server, user_id);
    expect(first.is_primary).toBe(false);
    expect((await userOf(project, user_id)).primary_email).toBe(null);
  });

  it('keeps the address in lower case and finds the user by it', async () => {
    const value = newEmail();
    const channel = await newChannel(project.as('client', user), 'me', { value: value.toUpperCase() });
    expect(channel.value).toBe(value);
    const found = ok(await project.server.get('/users', { query: { query: value } })).items as object[];
    expect(found).toMatchObject([{ id: user.id }]);
  });

  it('lets servers alone say that it is verified', async () => {
    const channel = await newChannel(project.server, user.id, { is_verified: true });
    expect(channel.is_verified).toBe(true);
    for (const is_verified of [true, false])
      expectSchemaError(await create(project.as('client', user), 'me', { is_verified }), 'body');
  });

  it('takes the place of the primary one when it is to be primary', async () => {
    const { id, email } = await project.signUp();
    const channel = await newChannel(project.server, id, { is_primary: true });
    expect((await listOf(project, id)).map(({ value, is_primary }) => [value, is_primary])).toEqual([
      [email, false],
      [channel.value, true],
    ]);
    expect(await userOf(project, id)).toMatchObject({
      primary_email: channel.value,
      primary_email_verified: false,
      primary_email_auth_enabled: false,
    });
  });

  it('signs in with the same password when it is used for that, and not otherwise', async () => {
    const { id } = await project.signUp();
    const one = await newChannel(project.server, id, { used_for_auth: true });
    const two = await newChannel(project.server, id);
    const signIn = (email: string) =>
      project.client.post('/auth/password/sign-in', { email, password: PASSWORD });
    expect(ok(await signIn(one.value)).user_id).toBe(id);
    expectKnown(await signIn(two.value), 400, 'EMAIL_PASSWORD_MISMATCH');
    const stranger = await project.signUp(two.value);
    expect(stranger.id).not.toBe(id);
  });

  it('refuses what the user has already, before whom it signs in', async () => {
    const own = await primaryOf(project, user.id);
    for (const used_for_auth of [true, false])
      expectText(
        await create(project.server, user.id, { value: own.value.toUpperCase(), used_for_auth }),
        400,
      );
  });

  it('refuses an address for sign-in that signs in another account, naming it', async () => {
    const { id, email } = await project.signUp();
    const again = await create(project.as('client', user), 'me', {
      value: email.toUpperCase(),
      used_for_auth: true,
      is_primary: true,
    });
    expectKnown(again, 409, TAKEN, takenBy(email));
    expect((await userOf(project, user.id)).primary_email).toBe(user.email);
    expect((await newChannel(project.server, user.id, { value: email })).used_for_auth).toBe(false);
    await newChannel(other.server, await other.newUser(), { value: email, used_for_auth: true });
    expect((await userOf(project, id)).primary_email).toBe(email);
  });

  it('knows whom it is about', async () => {
    const stranger = await project.signUp();
    expectText(await create(project.as('client', user), stranger.id), 403);
    for (const user_id of ['me', user.id])
      expectKnown(await create(project.client, user_id), 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
    expectKnown(await create(project.server, 'me'), 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
    expectKnown(await create(project.server, newUuid()), 404, 'USER_NOT_FOUND');
    expectKnown(await create(other.server, user.id), 404, 'USER_NOT_FOUND');
    expect((await listOf(project, stranger.id)).length).toBe(1);
  });

  it('judges the body', async () => {
    const post = (body: unknown) => project.server.post('/contact-channels', body);
    expectSchemaError(await post({}), 'body.user_id', 'body.type', 'body.value', 'body.used_for_auth');
    for (const [field, value] of [
      ['type', 'phone'],
      ['value', 'no address'],
      ['value', ''],
      ['value', ' a@b.test '],
      ['value', null],
      ['used_for_auth', 'perhaps'],
      ['is_primary', null],
    ] as const)
      expectSchemaError(await create(project.server, user.id, { [field]: value }), `body.${field}`);
    expectSchemaError(await create(project.server, user.id, { id: newUuid() }), 'body');
  });

  it('refuses an address longer than mail can carry', async () => {
    const value = `${Array.from({ length: 200 }, newUuid).join('')}@example.com`;
    expectText(await create(project.server, user.id, { value }), 400);
  });
});

describe('fifty requests at once', () => {
  it('for one address used for auth, from two users, have one winner', async () => {
    const rival = await project.signUp();
    const value = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        create(project.as('client', i % 2 ? user : rival), 'me', { value, used_for_auth: true }),
      ),
    );
    const [won, ...more] = answers.filter(({ status }) => status === 201);
    expect(more).toEqual([]);
    const winner = (won?.body as { user_id: string }).user_id;
    answers.forEach((answer, i) => {
      if (answer === won) return;
      if ((i % 2 ? user : rival).id === winner) expectText(answer, 400);
      else expectKnown(answer, 409, TAKEN, takenBy(value));
    });
    const all = ok(await project.server.get('/contact-channels')).items as { value: string }[];
    expect(all.filter((one) => one.value === value)).toMatchObject([{ user_id: winner }]);
  });

  it('leave a user with one primary address', async () => {
    const { id } = await project.signUp();
    const more = { is_primary: true };
    const made = await Promise.all(Array.from({ length: 50 }, () => newChannel(project.server, id, more)));
    const primary = (await listOf(project, id)).filter((one) => one.is_primary);
    expect(primary).toHaveLength(1);
    expect(made.map((one) => one.id)).toContain(primary[0]?.id);
    expect((await userOf(project, id)).primary_email).toBe(primary[0]?.value);
  });
});
