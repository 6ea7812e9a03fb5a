import { systemCall } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmail, type TestEmail } from '../testing/start-email.ts';

let email: TestEmail;

beforeAll(async () => {
  email = await startEmail();
});

afterAll(() => email.stop());

const arrived = (to: string, count = 1) =>
  expect.poll(() => email.listInbox(to), { timeout: 5_000 }).toHaveLength(count);

describe('without a mail server', () => {
  it('captures mail in the inbox', async () => {
    await email.order({ to: 'first@example.com' });
    await arrived('first@example.com');
    const [message] = await email.listInbox('first@example.com');
    expect(message).toMatchObject({
      to: 'first@example.com',
      from: '"Harbor" <no-reply@portico.test>',
      subject: 'Verify your email at Harbor',
      sent_at_millis: email.clock.now(),
    });
    expect(message?.text).toContain('https://app.test/verify?code=abc');
    expect(message?.html).toContain('https://app.test/verify?code=abc');
  });

  it('lists the newest first and finds an address in any case', async () => {
    for (const code of ['1', '2', '3']) {
      await email.order({
        to: 'Many@example.com',
        variables: { emailVerificationLink: `https://app.test/${code}` },
      });
      await arrived('many@EXAMPLE.com', Number(code));
    }
    const texts = (await email.listInbox('many@example.com')).map(({ text }) => text);
    expect(texts.map((text) => /app\.test\/(\d)/.exec(text)?.[1])).toEqual(['3', '2', '1']);
    expect(await email.listInbox('nobody@example.com')).toEqual([]);
  });

  it('captures the mail of an event that comes twice once', async () => {
    const event = email.newOrder({ to: 'once@example.com' });
    await Promise.all([1, 2, 3].map(() => email.bus.publish('portico.identity', [event])));
    await Promise.all([1, 2].map(() => email.rpcs.mail.deliverMail({ event }, systemCall(email.project_id))));
    await email.order({ to: 'once@example.com' });
    await arrived('once@example.com', 2);
  });

  it('has handed the mail over when the sender who waits gets the answer', async () => {
    const event = email.newOrder({ to: 'now@example.com' });
    const answer = await email.rpcs.mail.deliverMail({ event }, systemCall(email.project_id));
    expect(answer.is_handed_over).toBe(true);
    expect(await email.listInbox('now@example.com')).toHaveLength(1);
  });

  it('answers 400 to the sender who waits for a mail that cannot be written', async () => {
    const event = email.newOrder({ template_key: 'unknown' });
    const delivery = email.rpcs.mail.deliverMail({ event }, systemCall(email.project_id));
    await expect(delivery).rejects.toMatchObject({ name: 'StatusError', status: 400 });
  });

  it('shows a project its own mail and the deployment everything', async () => {
    const other = email.addProject('Other');
    await email.order({ to: 'tenant@example.com', project_id: other });
    const everywhere = () => email.listInbox('tenant@example.com', systemCall(''));
    await expect.poll(everywhere).toHaveLength(1);
    expect(await email.listInbox('tenant@example.com')).toEqual([]);
    expect(await email.listInbox('tenant@example.com', systemCall(other))).toHaveLength(1);
  });

  it('keeps links and codes sealed at rest and forgets the variables', async () => {
    const variables = { magicLink: 'https://app.test/canary-link', otp: 'CANARY' };
    await email.order({ to: 'sealed@example.com', template_key: 'magic_link', variables });
    await arrived('sealed@example.com');
    for (const table of ['queued_mails', 'sent_mails', 'inbox_messages', 'outbox_events']) {
      expect(JSON.stringify(await sql(email.db).query(`SELECT * FROM ${table}`))).not.toMatch(/canary/i);
    }
    const unfinished = `SELECT id FROM queued_mails WHERE status <> 'pending' AND sealed_variables IS NOT NULL`;
    expect(await sql(email.db).query(unfinished)).toEqual([]);
    expect((await email.listInbox('sealed@example.com'))[0]?.text).toContain('https://app.test/canary-link');
  });

  it('removes the mail of a deleted project', async () => {
    const gone = email.addProject('Gone');
    await email.order({ to: 'gone@example.com', project_id: gone });
    await expect.poll(() => email.listInbox('gone@example.com', systemCall(gone))).toHaveLength(1);
    await email.rpcs.inbox.removeProjectMail({}, systemCall(gone));
    expect(await email.listInbox('gone@example.com', systemCall(gone))).toEqual([]);
    expect(await sql(email.db).query('SELECT id FROM sent_mails WHERE project_id = $1', [gone])).toEqual([]);
  });
});
