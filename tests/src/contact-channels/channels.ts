/** What the tests of contact channels send over and over. */
import { ok, type Json } from '../client.ts';
import { newEmail, type Caller, type Project } from '../project.ts';

export interface Channel {
  readonly id: string;
  readonly user_id: string;
  readonly type: 'email';
  readonly value: string;
  readonly is_primary: boolean;
  readonly is_verified: boolean;
  readonly used_for_auth: boolean;
}

/** A complete body for a new channel. */
export const channelOf = (user_id: string, more: object = {}) => ({
  user_id,
  type: 'email',
  value: newEmail(),
  used_for_auth: false,
  ...more,
});

export const create = (caller: Caller, user_id: string, more?: object) =>
  caller.post('/contact-channels', channelOf(user_id, more));

export const newChannel = async (caller: Caller, user_id: string, more?: object): Promise<Channel> =>
  ok(await create(caller, user_id, more), 201) as Channel;

export const pathOf = ({ user_id, id }: { user_id: string; id: string }): string =>
  `/contact-channels/${user_id}/${id}`;

export const listOf = async (project: Project, user_id: string): Promise<Channel[]> =>
  (ok(await project.server.get('/contact-channels', { query: { user_id } })) as Json).items as Channel[];

export const primaryOf = async (project: Project, user_id: string): Promise<Channel> => {
  const primary = (await listOf(project, user_id)).find((one) => one.is_primary);
  if (!primary) throw new Error('The user has no primary address.');
  return primary;
};

export const userOf = async (project: Project, user_id: string): Promise<Json> =>
  ok(await project.server.get(`/users/${user_id}`)) as Json;

export const TAKEN = 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE';

export const takenBy = (contact_channel_value: string | null) => ({
  type: 'email',
  contact_channel_value,
  would_work_if_email_was_verified: false,
});
