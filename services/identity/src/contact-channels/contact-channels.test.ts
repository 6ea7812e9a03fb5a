import { sql } from '@portico/platform/db/sql';
import { sha256Hex } from '@portico/platform/hash';
import { newUuid } from '@portico/platform/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startIdentity, type Harness, type TestProject } from '../testing/harness.ts';
import { createCode } from '../verification-codes/create-code.ts';
import { purgeExpired } from '../jobs/purge-expired.ts';

let identity: Harness;
let project: TestProject;
let count = 0;

const CALLBACK = 'http://localhost:3000/verify?code=old&x=1';

beforeAll(async () => {
  identity = await startIdentity('contact_channels');
  project = await identity.newProject();
});
afterAll(() => identity?.stop());
beforeEach(() => identity.events());

const known = (code: string, details?: object) =>
  expect.objectContaining(details ? { code, details } : { code });
const status = (number: number) => expect.objectContaining({ name: 'StatusError', status: number });
const verify = (code: string, call = project.client()) =>
  identity.contact_channels.verifyContactChannel({ code }, call);
const check = (code: string, call = project.client()) =>
  identity.contact_channels.checkVerificationCode({ code }, call);

const newUser = async (more: object = {}) => {
  const user = await project.createUser({ primary_email: `Person${(count += 1)}@example.com`, ...more });
  const { items } = await identity.contact_channels.listContactChannels({ user_id: user.id }, project.server);
  return { user, channel: items[0]! };
};
const send = (user_id: string, contact_channel_id: string, { call = project.server, url = CALLBACK } = {}) =>
  identity.contact_channels.sendChannelVerification({ user_id, contact_channel_id, callback_url: url }, call);

/** The code of the last mail that was ordered. */
const sentCode = async (): Promise<string> => {
  const mail = (await identity.events()).findLast((event) => event.type === 'email.requested');
  const { emailVerificationLink } = JSON.parse(
    identity.keyring.open(mail!.email_requested!.sealed_variables, mail!.id),
  );
  return new URL(emailVerificationLink).searchParams.get('code')!;
};
const freshCode = async () => {
  const { user, channel } = await newUser();
  await send(user.id, channel.id);
  return { user, channel, code: await sentCode() };
};

describe('listing contact channels', () => {
  it('shows the primary address as its user has it', async () => {
    const { user, channel } = await newUser({ primary_email_verified: true });
    expect(channel).toEqual({
      id: expect.any(String), user_id: user.id, type: 'email', value: user.primary_email,
      is_primary: true, is_verified: true, used_for_auth: false,
    }); // prettier-ignore
  });

  it('lets clients list their own, servers all of the project', async () => {
    const own = await identity.newProject();
    const a = await own.createUser({ primary_email: 'a@example.com' });
    identity.clock.advance(1);
    await own.createUser({ primary_email: 'b@example.com' });
    const list = async (request: object, call: Parameters<typeof identity.users.getUser>[1]) =>
      (await identity.contact_channels.listContactChannels(request, call)).items.map(
        (channel) => channel.value,
      );
    expect(await list({}, own.server)).toEqual(['a@example.com', 'b@example.com']);
    expect(await list({ user_id: newUuid() }, own.server)).toEqual([]);
    expect(await list({ user_id: a.id }, own.client(a.id))).toEqual(['a@example.com']);
    await expect(list({}, own.client(a.id))).rejects.toEqual(status(403));
    await expect(list({ user_id: a.id }, own.client(newUuid()))).rejects.toEqual(status(403));
    await expect(list({ user_id: a.id }, own.client())).rejects.toEqual(
      known('CANNOT_GET_OWN_USER_WITHOUT_USER'),
    );
  });
});

describe('asking for a verification mail', () => {
  it('orders one with a link that keeps everything of the callback but its code', async () => {
    const { user, channel } = await newUser({ display_name: 'Mira' });
    await identity.events();
    await send(user.id, channel.id, { call: project.client(user.id) });
    const [mail] = await identity.events();
    expect(mail).toMatchObject({
      type: 'email.requested',
      subject: user.id,
      email_requested: { to: channel.value, template_key: 'email_verification', user_id: user.id },
    });
    const variables = JSON.parse(identity.keyring.open(mail!.email_requested!.sealed_variables, mail!.id));
    expect(variables).toEqual({
      emailVerificationLink: expect.stringMatching(
        /^http:\/\/localhost:3000\/verify\?code=[0-9a-z]{45}&x=1$/,
      ),
      projectDisplayName: 'Harbor Notes',
      userDisplayName: 'Mira',
    });
  });

  it('checks who asks, then the user, the channel, its state and the callback', async () => {
    const { user, channel } = await newUser();
    await expect(send(user.id, channel.id, { call: project.client() })).rejects.toEqual(
      known('CANNOT_GET_OWN_USER_WITHOUT_USER'),
    );
    await expect(send(user.id, channel.id, { call: project.client(newUuid()) })).rejects.toEqual(status(400));
    const nobody = newUuid();
    await expect(send(nobody, channel.id)).rejects.toEqual(
      known('USER_ID_DOES_NOT_EXIST', { user_id: nobody }),
    );
    await expect(send(user.id, newUuid())).rejects.toEqual(status(404));
    await expect(send(user.id, channel.id, { url: 'https://evil.com/' })).rejects.toEqual(
      known('REDIRECT_URL_NOT_WHITELISTED'),
    );
    await project.updateUser(user.id, { primary_email_verified: true });
    await expect(send(user.id, channel.id, { url: 'https://evil.com/' })).rejects.toEqual(
      known('EMAIL_ALREADY_VERIFIED'),
    );
    expect((await identity.events()).filter((event) => event.type === 'email.requested')).toEqual([]);
  });

  it('by address works for the primary one of the caller, named exactly', async () => {
    const { user, channel } = await newUser();
    const ask = (email: string, callback_url = CALLBACK) =>
      identity.contact_channels.sendPrimaryEmailVerification(
        { email, callback_url },
        project.client(user.id),
      );
    await expect(ask(channel.value.toUpperCase())).rejects.toEqual(
      known('EMAIL_IS_NOT_PRIMARY_EMAIL', {
        email: channel.value.toUpperCase(),
        primary_email: channel.value,
      }),
    );
    await expect(ask(channel.value, 'https://evil.com')).rejects.toEqual(
      known('REDIRECT_URL_NOT_WHITELISTED'),
    );
    await ask(channel.value);
    await verify(await sentCode());
    await expect(ask(channel.value)).rejects.toEqual(known('EMAIL_ALREADY_VERIFIED'));
  });
});

describe('a verification code', () => {
  it('verifies the address once, typed in any case, by anybody', async () => {
    const { user, code } = await freshCode();
    expect(await check(code)).toEqual({ is_code_valid: true });
    await verify(code.toUpperCase());
    expect((await project.getUser(user.id)).primary_email_verified).toBe(true);
    await expect(verify(code)).rejects.toEqual(known('VERIFICATION_CODE_ALREADY_USED'));
    await expect(check(code)).rejects.toEqual(known('VERIFICATION_CODE_ALREADY_USED'));
  });

  it('works independently of others for the same address, also after it is verified', async () => {
    const { user, channel, code } = await freshCode();
    await send(user.id, channel.id);
    const second = await sentCode();
    await verify(second);
    await verify(code);
  });

  it('succeeds for exactly one of fifty requests at once', async () => {
    const { code } = await freshCode();
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => verify(code)));
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    const codes = new Set(results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : [])));
    codes.delete('VERIFICATION_CODE_MAX_ATTEMPTS_REACHED');
    expect([...codes]).toEqual(['VERIFICATION_CODE_ALREADY_USED']);
  });

  it('bears twenty attempts, those with a wrong beginning included', async () => {
    const { code } = await freshCode();
    const wrong = `000000${code.slice(6)}`;
    for (let i = 0; i < 10; i++)
      await expect(check(wrong)).rejects.toEqual(known('VERIFICATION_CODE_NOT_FOUND'));
    for (let i = 0; i < 10; i++) await check(code);
    await expect(verify(code)).rejects.toEqual(known('VERIFICATION_CODE_MAX_ATTEMPTS_REACHED'));
    await expect(check(wrong)).rejects.toEqual(known('VERIFICATION_CODE_NOT_FOUND'));
  });

  it('never sees more than twenty attempts through, however many come at once', async () => {
    const { code } = await freshCode();
    const results = await Promise.allSettled(Array.from({ length: 200 }, () => check(code)));
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(20);
  });

  it('expires after seven days, and says so before anything else', async () => {
    const { code } = await freshCode();
    const used = await freshCode();
    await verify(used.code);
    identity.clock.advance(7 * 86_400_000);
    await expect(verify(code)).rejects.toEqual(known('VERIFICATION_CODE_EXPIRED'));
    await expect(verify(used.code)).rejects.toEqual(known('VERIFICATION_CODE_EXPIRED'));
    identity.clock.advance(86_400_001);
    await purgeExpired({ db: identity.db, clock: identity.clock })();
    await expect(verify(code)).rejects.toEqual(known('VERIFICATION_CODE_NOT_FOUND'));
  });

  it('is unknown to other projects and to other purposes', async () => {
    const { user, code } = await freshCode();
    const other = await identity.newProject();
    await expect(verify(code, other.client())).rejects.toEqual(known('VERIFICATION_CODE_NOT_FOUND'));
    await verify(code);
    const mfa = await createCode(identity.db, project.system, {
      type: 'mfa',
      lifetime_millis: 60_000,
      data: { user_id: user.id },
      now: identity.clock.now(),
    });
    await expect(verify(mfa)).rejects.toEqual(known('VERIFICATION_CODE_NOT_FOUND'));
    for (const nonsense of ['', '%'.repeat(45), '\0'.repeat(45)]) {
      await expect(verify(nonsense)).rejects.toEqual(known('VERIFICATION_CODE_NOT_FOUND'));
    }
  });

  it('is used up and refused when the address is not the user’s any more', async () => {
    const { user, code } = await freshCode();
    await project.updateUser(user.id, { primary_email: null });
    await expect(verify(code)).rejects.toEqual(status(400));
    await expect(verify(code)).rejects.toEqual(known('VERIFICATION_CODE_ALREADY_USED'));
  });

  it('lies in the database as a hash', async () => {
    const { code } = await freshCode();
    const rows = await sql(identity.db).query('select * from verification_codes where code_hash = $1', [
      sha256Hex(code),
    ]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(code.slice(6));
  });
});
