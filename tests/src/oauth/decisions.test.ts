/** Whom an account of a provider signs in, where the provider does not vouch for the address. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ok } from '../client.ts';
import { newEmail, newUuid, PASSWORD, type Project } from '../project.ts';
import { codeOf } from './browser.ts';
import { arrive, enter, startWorld, type World } from './openid-project.ts';
import { expectKnownPage, getUser, userIdOf } from './project-with-providers.ts';

let world: World;
let project: Project;
let careless: Project;
let strict: Project;
beforeAll(async () => {
  world = await startWorld();
  const team = { create_team_on_sign_up: true };
  [project, careless, strict] = await Promise.all([
    world.newProject(team),
    world.newProject({ oauth_account_merge_strategy: 'allow_duplicates' }),
    world.newProject({ oauth_account_merge_strategy: 'raise_error' }),
  ]);
});
afterAll(() => world?.stop());

type Info = { sub: string } & Record<string, unknown>;
type More = Parameters<typeof arrive>[2];

const account = (email: string | null, email_verified: boolean, more: object = {}): Info => ({
  sub: newUuid(),
  ...(email === null ? {} : { email, email_verified }),
  ...more,
});
const come = async (info: Info, more?: More, one = project) =>
  (await arrive({ issuer: world.issuer, project: one }, { info }, more)).page;
const signIn = (info: Info, more?: More, one = project) =>
  enter({ issuer: world.issuer, project: one }, { info }, more);
const newGhost = async () =>
  ok(await project.client.post('/auth/anonymous/sign-up')) as { access_token: string; user_id: string };
const channelsOf = async (user_id: string, one = project) =>
  (ok(await one.server.get('/contact-channels', { query: { user_id } })) as { items: object[] }).items;
const verifiedUser = (email: string, one = project) =>
  one.newUser({ primary_email: email, primary_email_verified: true, primary_email_auth_enabled: true });

const USED = 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE';
const inUse = (email: string, would_work_if_email_was_verified: boolean) => ({
  type: 'email',
  contact_channel_value: email,
  would_work_if_email_was_verified,
});

describe('an unknown account', () => {
  it('without an address makes a user without one', async () => {
    const signedIn = await signIn(account(null, true));
    expect(signedIn.is_new_user).toBe(true);
    const user = await getUser(project, userIdOf(signedIn));
    expect(user).toMatchObject({
      primary_email: null,
      primary_email_verified: false,
      primary_email_auth_enabled: false,
    });
    expect(await channelsOf(user.id as string)).toEqual([]);
  });

  it('with a free address makes a user who signs in with it, verified as the provider says', async () => {
    for (const is_verified of [true, false]) {
      const email = newEmail();
      const id = userIdOf(await signIn(account(email.toUpperCase(), is_verified)));
      expect(await channelsOf(id)).toMatchObject([
        { value: email, is_primary: true, is_verified, used_for_auth: true },
      ]);
    }
  });

  it('is not joined by an address that the provider did not verify', async () => {
    const email = newEmail();
    const id = await verifiedUser(email);
    expectKnownPage(await come(account(email, false)), 409, USED, inUse(email, false));
    expect((await getUser(project, id)).oauth_providers).toEqual([]);
  });

  it('is not joined to an unverified address, whatever the provider says', async () => {
    const { email } = await project.signUp();
    for (const is_verified of [true, false])
      expectKnownPage(await come(account(email, is_verified)), 409, USED, inUse(email, true));
  });

  it('is refused by raise_error, whatever is verified', async () => {
    const [{ email: unverified }, verified] = [await strict.signUp(), newEmail()];
    await verifiedUser(verified, strict);
    for (const email of [unverified, verified])
      for (const is_verified of [true, false]) {
        const page = await come(account(email, is_verified), {}, strict);
        expectKnownPage(page, 409, USED, inUse(email, false));
      }
  });

  it('makes a second user with allow_duplicates, whatever is verified', async () => {
    const email = newEmail();
    const first = await verifiedUser(email, careless);
    for (const is_verified of [true, false]) {
      const signedIn = await signIn(account(email, is_verified), {}, careless);
      expect(signedIn.is_new_user).toBe(true);
      expect(userIdOf(signedIn)).not.toBe(first);
      expect(await channelsOf(userIdOf(signedIn), careless)).toMatchObject([
        { value: email, is_verified, used_for_auth: false },
      ]);
    }
  });

  it('is joined by a differently written address, also while sign-up is closed', async () => {
    const closed = await world.newProject({ sign_up_enabled: false });
    const email = newEmail();
    const id = await verifiedUser(email, closed);
    const signedIn = await signIn(account(email.toUpperCase(), true), {}, closed);
    expect(signedIn).toMatchObject({ is_new_user: false });
    expect(userIdOf(signedIn)).toBe(id);
    for (const nobody of [newEmail(), null])
      expectKnownPage(await come(account(nobody, true), {}, closed), 400, 'SIGN_UP_NOT_ENABLED');
  });

  it('whose user switched signing in with it off is refused, not made another user', async () => {
    const email = newEmail();
    const info = account(email, true);
    const { access_token } = await signIn(info);
    const me = project.as('client', { access_token });
    const { items } = ok(await me.get('/oauth-providers?user_id=me')) as { items: { id: string }[] };
    ok(await me.patch(`/oauth-providers/me/${items[0]?.id}`, { allow_sign_in: false }));
    expectKnownPage(await come(info), 409, USED, inUse(email, false));
  });
});

describe('a known account', () => {
  it('signs its user in, whatever its address has become and whose that is', async () => {
    for (const one of [project, careless, strict]) {
      const info = account(newEmail(), true);
      const first = await signIn(info, {}, one);
      const { email } = await one.signUp();
      for (const later of [{ ...info, email }, { sub: info.sub }, { ...info, email: newEmail() }]) {
        const again = await signIn(later, {}, one);
        expect(again.is_new_user).toBe(false);
        expect(userIdOf(again)).toBe(userIdOf(first));
      }
    }
  });

  it('is not known to another project', async () => {
    const info = account(newEmail(), true);
    const first = await signIn(info);
    const second = await signIn(info, {}, strict);
    expect(second.is_new_user).toBe(true);
    expect(userIdOf(second)).not.toBe(userIdOf(first));
  });

  it('is another one at another provider', async () => {
    const info = account(null, false);
    const first = await signIn(info);
    expect(userIdOf(await signIn({ ...info, email: newEmail() }, { provider: 'github' }))).not.toBe(
      userIdOf(first),
    );
  });
});

describe('the user of the token', () => {
  it('keeps a name that the provider does not know, and becomes a regular one without an address', async () => {
    const ghost = await newGhost();
    ok(
      await project.server.patch(`/users/${ghost.user_id}`, {
        display_name: 'Ghost',
        client_metadata: { cart: 1 },
      }),
    );
    const signedIn = await signIn(account(null, false), { more: { token: ghost.access_token } });
    expect(signedIn.is_new_user).toBe(true);
    expect(await getUser(project, ghost.user_id)).toMatchObject({
      id: userIdOf(signedIn),
      is_anonymous: false,
      display_name: 'Ghost',
      primary_email: null,
      client_metadata: { cart: 1 },
    });
  });

  it('takes the name of the provider otherwise, for the personal team too', async () => {
    const ghost = await newGhost();
    await signIn(account(newEmail(), true, { name: 'Mira' }), { more: { token: ghost.access_token } });
    const user = await getUser(project, ghost.user_id);
    expect(user.display_name).toBe('Mira');
    expect(user.selected_team.display_name).toBe("Mira's Team");
  });

  it('stays anonymous where the account, or its address, is somebody’s', async () => {
    const info = account(newEmail(), true);
    const known = await signIn(info);
    const email = newEmail();
    const id = await verifiedUser(email);
    for (const [one, user_id] of [[info, userIdOf(known)], [account(email, true), id]] as const) {
      const ghost = await newGhost();
      const signedIn = await signIn(one, { more: { token: ghost.access_token } });
      expect(signedIn.is_new_user).toBe(false);
      expect(userIdOf(signedIn)).toBe(user_id);
      expect((await getUser(project, ghost.user_id)).is_anonymous).toBe(true);
    }
  }); // prettier-ignore

  it('does not become anybody while sign-up is closed', async () => {
    const closed = await world.newProject({ sign_up_enabled: false });
    const ghost = ok(await closed.client.post('/auth/anonymous/sign-up')) as { access_token: string };
    const page = await come(account(newEmail(), true), { more: { token: ghost.access_token } }, closed);
    expectKnownPage(page, 400, 'SIGN_UP_NOT_ENABLED');
  });

  it('that is a regular one, or gone, is left out of a sign-up', async () => {
    const regular = await project.signUp();
    const gone = await newGhost();
    ok(await project.server.delete(`/users/${gone.user_id}`));
    for (const { access_token: token } of [regular, gone]) {
      const signedIn = await signIn(account(newEmail(), true), { more: { token } });
      expect(signedIn.is_new_user).toBe(true);
      expect([regular.id, gone.user_id]).not.toContain(userIdOf(signedIn));
    }
  });
});

describe('linking', () => {
  it('asks neither for open sign-up nor for an address, and adds none', async () => {
    const closed = await world.newProject({
      sign_up_enabled: false,
      oauth_account_merge_strategy: 'raise_error',
    });
    const id = await closed.newUser({ primary_email: newEmail(), password: PASSWORD });
    const { access_token: token } = await closed.newSession(id);
    const other = newEmail();
    await verifiedUser(other, closed);
    const more = { more: { type: 'link', token } };
    codeOf(await come(account(other, false), more, closed));
    expect(await channelsOf(id, closed)).toHaveLength(1);
    expect((await getUser(closed, id)).oauth_providers).toMatchObject([{ id: 'acme', email: other }]);
  });
});
