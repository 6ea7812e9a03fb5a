import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectSchemaError, expectText, ok } from '../client.ts';
import { newProject, newUuid, type Project, type User } from '../project.ts';
import { newChannel, pathOf, primaryOf } from './channels.ts';

let project: Project;
let other: Project;
let user: User;
let stranger: User;
beforeAll(async () => {
  [project, other] = await Promise.all([newProject(), newProject()]);
  [user, stranger] = await Promise.all([project.signUp(), project.signUp()]);
});

describe('GET /contact-channels', () => {
  const list = (caller = project.server, query = {}) => caller.get('/contact-channels', { query });

  it('shows a user its own, oldest first, in the same form to every access type', async () => {
    const second = await newChannel(project.as('client', user), 'me');
    const first = await primaryOf(project, user.id);
    for (const type of ['client', 'server', 'admin'] as const)
      for (const user_id of ['me', user.id])
        expect(ok(await list(project.as(type, user), { user_id }))).toEqual({
          items: [first, second],
          is_paginated: false,
        });
    expect(first).toEqual({
      id: expect.any(String) as string,
      user_id: user.id,
      type: 'email',
      value: user.email,
      is_primary: true,
      is_verified: false,
      used_for_auth: true,
    });
  });

  it('shows a client nothing of others, nor of everybody', async () => {
    expectText(await list(project.as('client', user)), 403);
    expectText(await list(project.as('client', user), { user_id: stranger.id }), 403);
    expectKnown(await list(project.client, { user_id: 'me' }), 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
    expectKnown(await list(project.client, { user_id: user.id }), 400, 'CANNOT_GET_OWN_USER_WITHOUT_USER');
  });

  it('filters for servers by user and by channel, together', async () => {
    const mine = await primaryOf(project, user.id);
    const everything = ok(await list()).items as { user_id: string }[];
    expect(new Set(everything.map(({ user_id }) => user_id))).toEqual(new Set([user.id, stranger.id]));
    expect(ok(await list(project.admin, { contact_channel_id: mine.id })).items).toEqual([mine]);
    for (const query of [
      { user_id: newUuid() },
      { contact_channel_id: newUuid() },
      { user_id: stranger.id, contact_channel_id: mine.id },
    ])
      expect(ok(await list(project.server, query)).items).toEqual([]);
    expect(ok(await list(other.server, { contact_channel_id: mine.id })).items).toEqual([]);
    expectSchemaError(await list(project.server, { user_id: 'x' }), 'query.user_id');
    expectSchemaError(await list(project.server, { is_primary: true }), 'query');
  });
});

describe('GET /contact-channels/{user}/{channel}', () => {
  it('answers every access type, for me and by id, and ignores the filters of the list', async () => {
    const channel = await primaryOf(project, user.id);
    for (const type of ['client', 'server', 'admin'] as const)
      for (const user_id of ['me', user.id])
        expect(ok(await project.as(type, user).get(pathOf({ ...channel, user_id })))).toEqual(channel);
    const query = { user_id: stranger.id };
    expect(ok(await project.server.get(pathOf(channel), { query }))).toEqual(channel);
  });

  it('is a text 404 for what is not there, and for the channel of somebody else', async () => {
    const foreign = await primaryOf(project, stranger.id);
    for (const caller of [project.as('client', user), project.server, project.admin]) {
      expectText(await caller.get(pathOf({ user_id: user.id, id: newUuid() })), 404);
      expectText(await caller.get(pathOf({ user_id: user.id, id: foreign.id })), 404);
    }
    expectText(await project.server.get(pathOf({ user_id: newUuid(), id: foreign.id })), 404);
    expectText(await other.server.get(pathOf(foreign)), 404);
  });

  it('refuses a client that names another user, or is nobody, before it looks', async () => {
    const foreign = await primaryOf(project, stranger.id);
    expectText(await project.as('client', user).get(pathOf(foreign)), 403);
    expectText(await project.as('client', user).get(pathOf({ ...foreign, id: newUuid() })), 403);
    for (const user_id of ['me', user.id])
      expectKnown(
        await project.client.get(pathOf({ ...foreign, user_id })),
        400,
        'CANNOT_GET_OWN_USER_WITHOUT_USER',
      );
    expectSchemaError(
      await project.server.get(pathOf({ user_id: 'x', id: 'y' })),
      'params.user_id',
      'params.contact_channel_id',
    );
  });
});
