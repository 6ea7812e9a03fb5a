import { beforeAll, describe, expect, it } from 'vitest';
import { expectText, ok, type Json } from '../client.ts';
import { codeIn, mailTo, type Mail } from '../inbox.ts';
import { newEmail, newProject, PASSWORD, type Project } from '../project.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject({ magic_link_enabled: true });
});

const CALLBACK = 'http://localhost:3000/next?keep=1&more=%C3%BC#part';

/** One mail of each kind, to an address of its own. */
const send = {
  verification: async (): Promise<Mail> => {
    const email = `Typed.${newEmail()}`;
    const body = { email, password: PASSWORD, verification_callback_url: CALLBACK };
    ok(await project.client.post('/auth/password/sign-up', body));
    return (await mailTo(email))[0]!;
  },
  reset: async (): Promise<Mail> => {
    const email = (await project.signUp()).email.replace('user', 'User');
    ok(await project.client.post('/auth/password/send-reset-code', { email, callback_url: CALLBACK }));
    return onlyMailTo(email);
  },
  'sign-in': async (): Promise<Mail> => {
    const email = newEmail().replace('user', 'User');
    ok(await project.client.post('/auth/otp/send-sign-in-code', { email, callback_url: CALLBACK }));
    return onlyMailTo(email);
  },
  'repeated verification': async (): Promise<Mail> => {
    const user = await project.signUp();
    const caller = project.as('client', user);
    const { items } = ok(await caller.get('/contact-channels?user_id=me')) as { items: { id: string }[] };
    const path = `/contact-channels/me/${items[0]!.id}/send-verification-code`;
    ok(await caller.post(path, { callback_url: CALLBACK }));
    return onlyMailTo(user.email);
  },
};

/** Read once, without waiting: the answer promised that it is there. */
const onlyMailTo = async (email: string): Promise<Mail> => {
  const mails = await mailTo(email, 0);
  expect(mails).toHaveLength(1);
  return mails[0]!;
};

describe.each([
  ['verification', 'Verify your email at Test project'],
  ['repeated verification', 'Verify your email at Test project'],
  ['reset', 'Reset your password at Test project'],
  ['sign-in', 'Sign in to Test project'],
] as const)('the %s mail', (kind, subject) => {
  let sent: Promise<Mail> | undefined;
  const sendOnce = () => (sent ??= send[kind]());

  it('names the project in its subject and its sender, and goes to the bare address', async () => {
    const mail = await sendOnce();
    expect(mail.subject).toContain(subject);
    expect(mail.from).toContain('Test project');
    // As typed, or as the channel has it that is to be verified.
    const name = {
      verification: 'typed.user',
      'repeated verification': 'user',
      reset: 'User',
      'sign-in': 'User',
    }[kind];
    expect(mail.to).toMatch(new RegExp(`^${name}-[0-9a-f]{16}@example\\.com$`));
  });

  it('has its link bare, unescaped and exactly once in the text', async () => {
    const mail = await sendOnce();
    const links = mail.text.match(/https?:\/\/\S*code=\S*/g) ?? [];
    const code = codeIn(mail);
    expect(links).toEqual([`http://localhost:3000/next?keep=1&more=%C3%BC&code=${code}#part`]);
    expect(mail.text.split(code)).toHaveLength(2);
  });

  it('has the link in its page, and the typed code as a paragraph of its own only to sign in', async () => {
    const mail = await sendOnce();
    expect(mail.html).toContain(codeIn(mail));
    const [, otp] = /<p\b[^>]*>([0-9A-HJKMNP-TV-Z]{6})<\/p>/.exec(mail.html) ?? [];
    if (kind !== 'sign-in') expect(otp).toBeUndefined();
    else {
      expect(mail.subject).toContain(otp);
      expect(mail.text).toContain(otp);
    }
  });
});

describe('a mail that cannot be delivered', () => {
  it('is a text 400 where the answer waits for it, and nothing to a sign-up', async () => {
    const email_config = {
      type: 'standard',
      host: 'mail.invalid',
      port: 25,
      username: 'nobody',
      password: 'nothing',
      sender_name: 'Nobody',
      sender_email: 'nobody@example.com',
    };
    const own = await newProject({ magic_link_enabled: true, email_config });
    const body = { email: newEmail(), callback_url: CALLBACK };
    expectText(await own.client.post('/auth/otp/send-sign-in-code', body), 400);
    const account = { email: newEmail(), password: PASSWORD, verification_callback_url: CALLBACK };
    const user = ok(await own.client.post('/auth/password/sign-up', account)) as Json;
    const caller = own.as('client', user as { access_token: string });
    const again = { email: account.email, callback_url: CALLBACK };
    expectText(await caller.post('/contact-channels/send-verification-code', again), 400);
    ok(await own.client.post('/auth/password/send-reset-code', again));
  });
});
