import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectSchemaError, expectText, ok } from '../client.ts';
import { codeIn, mailTo } from '../inbox.ts';
import { newEmail, newProject, newUuid, type Project, type User } from '../project.ts';
import { listOf, newChannel, pathOf, primaryOf, takenBy, TAKEN, userOf } from './channels.ts';

let project: Project;
let other: Project;
let user: User;
let stranger: User;
beforeAll(async () => {
  [project, other] = await Promise.all([newProject(), newProject()]);
  [user, stranger] = await Promise.all([project.signUp(), project.signUp()]);
});

const CALLBACK = 'http://localhost:3000/verify';

/** Who may not touch the channel of `user`, and what they are told. `missing` is the status for a missing one. */
const expectGuarded = async (
  send: (caller: Project['client'], path: string) => ReturnType<Project['client']['get']>,
) => {
  const channel = await primaryOf(project, user.id);
  const foreign = await primaryOf(project, stranger.id);
  expectText(await send(project.as('client', stranger), pathOf(channel)), 403);
  for (const user_id of ['me', user.id])
    expectKnown(
      await send(project.client, pathOf({ ...channel, user_id })),
      400,
      'CANNOT_GET_OWN_USER_WITHOUT_USER',
    );
  for (const caller of [project.as('client', user), project.server, project.admin]) {
    expectText(await send(caller, pathOf({ user_id: user.id, id: newUuid() })), 400);
    expectText(await send(caller, pathOf({ user_id: user.id, id: foreign.id })), 400);
  }
  expectText(await send(project.server, pathOf({ user_id: newUuid(), id: channel.id })), 400);
  for (const caller of [other.server, other.admin]) expectText(await send(caller, pathOf(channel)), 400);
  expectSchemaError(
    await send(project.server, pathOf({ user_id: 'x', id: 'y' })),
    'params.user_id',
    'params.contact_channel_id',
  );
  expect(await primaryOf(project, user.id)).toEqual(channel);
  expect(await primaryOf(project, stranger.id)).toEqual(foreign);
};

describe('PATCH /contact-channels/{user}/{channel}', () => {
  it('changes what is given for every access type, for me and by id', async () => {
    for (const type of ['client', 'server', 'admin'] as const)
      for (const user_id of ['me', user.id]) {
        const channel = await newChannel(project.server, user.id);
        const caller = project.as(type, user);
        const path = pathOf({ ...channel, user_id });
        expect(ok(await caller.patch(path, {}))).toEqual(channel);
        const value = newEmail();
        const changes = { value: value.toUpperCase(), used_for_auth: true };
        expect(ok(await caller.patch(path, changes))).toEqual({ ...channel, value, used_for_auth: true });
        expect(ok(await caller.patch(path, { type: 'email', used_for_auth: false }))).toEqual({
          ...channel,
          value,
        });
        expect(ok(await caller.get(path))).toEqual({ ...channel, value });
      }
  });

  it('makes one primary in place of the other, and none when the primary one gives up', async () => {
    const owner = await project.signUp();
    const caller = project.as('client', owner);
    const first = await primaryOf(project, owner.id);
    const second = await newChannel(caller, 'me');
    expect(ok(await caller.patch(pathOf(second), { is_primary: true }))).toEqual({
      ...second,
      is_primary: true,
    });
    expect(ok(await caller.get(pathOf(first)))).toEqual({ ...first, is_primary: false });
    expect(ok(await caller.get('/users/me'))).toMatchObject({
      primary_email: second.value,
      primary_email_verified: false,
    });
    ok(await caller.patch(pathOf(first), { is_primary: false }));
    expect((await userOf(project, owner.id)).primary_email).toBe(second.value);
    ok(await caller.patch(pathOf(second), { is_primary: false }));
    expect((await userOf(project, owner.id)).primary_email).toBe(null);
  });

  it('with a value, even the same one, is unverified unless a server says otherwise', async () => {
    const caller = project.as('client', user);
    const channel = await newChannel(project.server, user.id, { is_verified: true });
    const { value } = channel;
    expect(ok(await caller.patch(pathOf(channel), { used_for_auth: true })).is_verified).toBe(true);
    expect(ok(await caller.patch(pathOf(channel), { value })).is_verified).toBe(false);
    expect(ok(await project.server.patch(pathOf(channel), { is_verified: true })).is_verified).toBe(true);
    expect(ok(await project.admin.patch(pathOf(channel), { value })).is_verified).toBe(false);
    const both = { value: newEmail(), is_verified: true };
    expect(ok(await project.server.patch(pathOf(channel), both))).toMatchObject(both);
    expectSchemaError(await caller.patch(pathOf(channel), { is_verified: true }), 'body');
  });

  it('refuses an address for sign-in that signs in another account, without naming it', async () => {
    const caller = project.as('client', user);
    const taken = await newChannel(caller, 'me', { value: stranger.email });
    const same = { used_for_auth: true };
    expectKnown(await caller.patch(pathOf(taken), same), 409, TAKEN, takenBy(null));
    const mine = await newChannel(caller, 'me', { used_for_auth: true });
    const another = await project.signUp();
    for (const changes of [
      { value: another.email },
      { value: another.email, used_for_auth: true, is_primary: true },
    ])
      expectKnown(await caller.patch(pathOf(mine), changes), 409, TAKEN, takenBy(null));
    expect(ok(await caller.get(pathOf(mine)))).toEqual(mine);
    expect((await userOf(project, user.id)).primary_email).toBe(user.email);
    const given_up = { value: another.email, used_for_auth: false };
    expect(ok(await caller.patch(pathOf(mine), given_up))).toMatchObject(given_up);
  });

  it('refuses the address of another channel of the same user', async () => {
    const [one, two] = [await newChannel(project.server, user.id), await newChannel(project.server, user.id)];
    expectText(await project.as('client', user).patch(pathOf(one), { value: two.value.toUpperCase() }), 400);
    expect(ok(await project.server.get(pathOf(one)))).toEqual(one);
  });

  it('judges the body', async () => {
    const channel = await primaryOf(project, user.id);
    for (const [field, value] of [
      ['type', 'phone'],
      ['value', 'no address'],
      ['value', null],
      ['used_for_auth', null],
      ['is_primary', 2],
    ] as const)
      expectSchemaError(await project.server.patch(pathOf(channel), { [field]: value }), `body.${field}`);
    expectSchemaError(await project.server.patch(pathOf(channel), { user_id: stranger.id }), 'body');
    expectSchemaError(await project.server.patch(pathOf(channel)), 'body');
  });

  it('is for the owner and for servers', () =>
    expectGuarded((caller, path) => caller.patch(path, { used_for_auth: false })));

  it('leaves codes that were mailed to the address before without effect', async () => {
    const channel = await newChannel(project.as('client', user), 'me');
    const path = `${pathOf(channel)}/send-verification-code`;
    ok(await project.as('client', user).post(path, { callback_url: CALLBACK }));
    const code = codeIn((await mailTo(channel.value))[0]!);
    ok(await project.server.patch(pathOf(channel), { value: newEmail() }));
    expectText(await project.client.post('/contact-channels/verify', { code }), 400);
    expect(ok(await project.server.get(pathOf(channel))).is_verified).toBe(false);
  });
});

describe('DELETE /contact-channels/{user}/{channel}', () => {
  it('removes one for every access type, for me and by id', async () => {
    for (const type of ['client', 'server', 'admin'] as const)
      for (const user_id of ['me', user.id]) {
        const channel = await newChannel(project.server, user.id);
        const path = pathOf({ ...channel, user_id });
        expect(ok(await project.as(type, user).delete(path))).toEqual({ success: true });
        expectText(await project.server.get(pathOf(channel)), 404);
        expectText(await project.as(type, user).delete(path), 400);
        const found = ok(await project.server.get('/users', { query: { query: channel.value } })).items;
        expect(found).toEqual([]);
      }
  });

  it('takes the primary and the last one, promotes nothing and leaves the ways to sign in', async () => {
    const owner = await project.signUp();
    const caller = project.as('client', owner);
    const second = await newChannel(caller, 'me', { used_for_auth: true });
    const before = await userOf(project, owner.id);
    ok(await caller.delete(pathOf(await primaryOf(project, owner.id))));
    expect(await userOf(project, owner.id)).toMatchObject({
      primary_email: null,
      primary_email_verified: false,
    });
    expect(await listOf(project, owner.id)).toEqual([second]);
    ok(await caller.delete(pathOf(second)));
    const { has_password, otp_auth_enabled, auth_with_email } = before;
    expect(await userOf(project, owner.id)).toMatchObject({
      has_password,
      otp_auth_enabled,
      auth_with_email,
    });
  });

  it('frees the address for others, and signs in nobody with it', async () => {
    const owner = await project.signUp();
    ok(await project.as('client', owner).delete(pathOf(await primaryOf(project, owner.id))));
    const { email, password } = owner;
    expectKnown(
      await project.client.post('/auth/password/sign-in', { email, password }),
      400,
      'EMAIL_PASSWORD_MISMATCH',
    );
    expect((await project.signUp(email)).id).not.toBe(owner.id);
  });

  it('is for the owner and for servers', () => expectGuarded((caller, path) => caller.delete(path)));
});
