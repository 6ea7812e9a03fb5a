import { newUuid } from '@portico/platform/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startIdentity, type Harness, type TestProject } from '../testing/harness.ts';
import { sentMails } from '../testing/sent-mail.ts';

let identity: Harness;
let project: TestProject;
let strict: TestProject;
let count = 0;

beforeAll(async () => {
  identity = await startIdentity('change_channels');
  [project, strict] = [await identity.newProject(), await identity.newProject()];
  const config_override_string = JSON.stringify({ 'auth.stepUp.required': true });
  await identity.config.overrideConfig({ config_override_string }, strict.admin);
});
afterAll(() => identity?.stop());
beforeEach(() => identity.events());

const newEmail = (): string => `person${(count += 1)}@example.com`;
const known = (code: string) => expect.objectContaining({ code });
const status = (number: number) => expect.objectContaining({ name: 'StatusError', status: number });

const create = (user_id: string, more: object = {}, call = project.server) => {
  const channel = { value: newEmail(), used_for_auth: false, is_primary: false, is_verified: false };
  return identity.contact_channels.createContactChannel({ user_id, ...channel, ...more }, call);
};
const update = (channel: { user_id: string; id: string }, changes: object, call = project.server) =>
  identity.contact_channels.updateContactChannel(
    { user_id: channel.user_id, contact_channel_id: channel.id, ...changes },
    call,
  );
const remove = ({ user_id, id }: { user_id: string; id: string }, call = project.server) =>
  identity.contact_channels.deleteContactChannel({ user_id, contact_channel_id: id }, call);
const newUser = async (one = project) => {
  const user = await one.createUser({ primary_email: newEmail(), primary_email_auth_enabled: true });
  const { items } = await identity.contact_channels.listContactChannels({ user_id: user.id }, one.server);
  await identity.events();
  return { user, primary: items[0]! };
};
const told = async () =>
  (await identity.events()).map(({ type, subject, contact_channel }) => ({ type, subject, contact_channel }));

describe('every change of an address', () => {
  it('is an event of its user, with the address as it is then', async () => {
    const { user, primary } = await newUser();
    const about = (type: string, contact_channel: object) => ({ type, subject: user.id, contact_channel });
    const made = await create(user.id, { is_primary: true });
    expect(await told()).toEqual([
      about('contact_channel.updated', { ...primary, is_primary: false }),
      about('contact_channel.created', made),
    ]);
    const changed = await update(primary, { is_primary: true });
    expect(await told()).toEqual([
      about('contact_channel.updated', { ...made, is_primary: false }),
      about('contact_channel.updated', changed),
    ]);
    await remove(primary);
    expect(await told()).toEqual([about('contact_channel.deleted', primary)]);
  });

  it('that is refused leaves no event and no change', async () => {
    const [{ user, primary }, other] = [await newUser(), await newUser()];
    const taken = { value: other.primary.value, used_for_auth: true, is_primary: true };
    const code = known('CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE');
    await expect(create(user.id, taken)).rejects.toEqual(code);
    await expect(update(primary, { value: taken.value })).rejects.toEqual(code);
    await expect(create(user.id, { value: primary.value.toUpperCase() })).rejects.toEqual(status(400));
    await expect(update(primary, { value: `${'x'.repeat(320)}@example.com` })).rejects.toEqual(status(400));
    await expect(remove({ ...primary, id: newUuid() })).rejects.toEqual(status(400));
    expect(await told()).toEqual([]);
    expect((await project.getUser(user.id)).primary_email).toBe(primary.value);
  });

  it('by a client never says that an address is verified', async () => {
    const { user, primary } = await newUser();
    const call = project.client(user.id);
    await expect(create(user.id, { is_verified: true }, call)).rejects.toEqual(status(400));
    await expect(update(primary, { is_verified: true }, call)).rejects.toEqual(status(400));
  });
});

describe('many changes at once', () => {
  it('let one of fifty users have an address for sign-in', async () => {
    const users = await Promise.all(Array.from({ length: 50 }, () => project.createUser()));
    const channel = { value: newEmail(), used_for_auth: true };
    const results = await Promise.allSettled(users.map(({ id }) => create(id, channel)));
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of results)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({
          code: 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
          details: { type: 'email', contact_channel_value: channel.value },
        });
  });

  it('of one user to one value let one channel have it', async () => {
    const { user } = await newUser();
    const channels = await Promise.all(Array.from({ length: 10 }, () => create(user.id)));
    const value = newEmail();
    const results = await Promise.allSettled(channels.map((one) => update(one, { value })));
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of results) if (one.status === 'rejected') expect(one.reason).toEqual(status(400));
  });
});

describe('in a project that asks for a recent sign-in', () => {
  const newSession = async (user_id: string) => {
    const order = { user_id, expires_in_millis: 86_400_000, is_impersonation: false };
    const { access_token } = await identity.sessions.createSession(order, strict.server);
    const claims = JSON.parse(Buffer.from(access_token.split('.')[1]!, 'base64url').toString());
    return strict.client(user_id, claims.refresh_token_id);
  };

  it('a session of the last ten minutes may, an older one may only read', async () => {
    const { user, primary } = await newUser(strict);
    const call = await newSession(user.id);
    const stale = expect.objectContaining({ status: 403, message: expect.stringMatching(/^Sign in again/) });
    identity.clock.advance(9 * 60_000);
    const made = await create(user.id, {}, call);
    await update(made, { used_for_auth: true }, call);
    await remove(made, call);
    identity.clock.advance(60_000);
    await expect(create(user.id, {}, call)).rejects.toEqual(stale);
    await expect(update(primary, {}, call)).rejects.toEqual(stale);
    await expect(remove(primary, call)).rejects.toEqual(stale);
    const key = { user_id: user.id, contact_channel_id: primary.id };
    expect(await identity.contact_channels.getContactChannel(key, call)).toEqual(primary);
  });

  it('the primary address from before is told, whoever changed what', async () => {
    const { user, primary } = await newUser(strict);
    const made = await create(user.id, {}, strict.server);
    await update(made, { is_verified: true }, strict.server);
    await update(made, { is_primary: true }, strict.server);
    await remove(made, strict.server);
    await remove(primary, strict.server);
    const mails = (await sentMails(identity)).map(({ to, variables }) => [to, variables.change]);
    expect(mails).toEqual([
      [primary.value, 'An email address has been added.'],
      [primary.value, 'An email address has been changed.'],
      [made.value, 'An email address has been removed.'],
    ]);
  });

  it('a project that does not ask tells nobody', async () => {
    const { user } = await newUser();
    await remove(await create(user.id));
    expect(await sentMails(identity)).toEqual([]);
  });
});
