import { unavailable } from '@portico/platform/errors';
import { systemCall } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import type { Event } from '@portico/proto/events/v1/event';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSmtpServer, type TestSmtpServer } from '../testing/smtp-server.ts';
import { startEmail, type TestEmail } from '../testing/start-email.ts';

let smtp: TestSmtpServer;
let email: TestEmail;

beforeAll(async () => {
  smtp = await startSmtpServer();
  email = await startEmail({ smtp_url: `smtp://127.0.0.1:${smtp.port}` });
});

afterAll(async () => {
  await email.stop();
  await smtp.stop();
});

interface QueueRow {
  status: string;
  attempts: number;
  failure: string | null;
}

const queued = async ({ id }: Event): Promise<QueueRow | undefined> => {
  const statement = 'SELECT status, attempts, failure FROM queued_mails WHERE id = $1';
  return (await sql(email.db).query<QueueRow>(statement, [id]))[0];
};

const becomes = (event: Event, row: Partial<QueueRow>) =>
  expect.poll(() => queued(event), { timeout: 5_000 }).toMatchObject(row);

const logged = ({ id }: Event) =>
  sql(email.db).query<{ error: { errorType: string } | null; sender_config: object; recipients: string[] }>(
    'SELECT error, sender_config, recipients FROM sent_mails WHERE mail_id = $1 ORDER BY sent_at_millis',
    [id],
  );

/** The log has a line for each try that has ended. */
const hasTried = (event: Event, times: number) =>
  expect.poll(() => logged(event), { timeout: 5_000 }).toHaveLength(times);

const takenFor = (to: string) => smtp.mails.filter((mail) => mail.to.includes(to));

const told = ({ id }: Event) =>
  expect.poll(() => email.told.filter(({ subject }) => subject === id).map(({ type }) => type));

describe("the deployment's mail server", () => {
  it('gets the mail from the project, to the bare address', async () => {
    const event = await email.order({ to: 'mara@example.com' });
    await becomes(event, { status: 'sent', attempts: 1, failure: null });
    const [mail] = takenFor('mara@example.com');
    expect(mail?.source).toMatch(/^From: Harbor <no-reply@portico\.test>\r$/m);
    expect(mail?.source).toMatch(/^To: mara@example\.com\r$/m);
    expect(mail?.source).toMatch(/^Subject: Verify your email at Harbor\r$/m);
    expect(mail?.source).toContain('Content-Type: text/html');
    expect(mail?.source).toContain('Content-Type: text/plain');
    expect(await logged(event)).toMatchObject([
      {
        error: null,
        recipients: ['mara@example.com'],
        sender_config: {
          type: 'shared',
          host: '127.0.0.1',
          sender_name: 'Harbor',
          sender_email: 'no-reply@portico.test',
        },
      },
    ]);
  });

  it('leaves no inbox', async () => {
    await expect(email.listInbox()).rejects.toMatchObject({ name: 'StatusError', status: 404 });
  });

  it('gets names that cannot add headers', async () => {
    const project_id = email.addProject('Harbor\r\nBcc: all@example.com" <x@evil.test>');
    const event = await email.order({ to: 'header@example.com', project_id });
    await becomes(event, { status: 'sent' });
    const [mail] = takenFor('header@example.com');
    expect(mail?.to).toEqual(['header@example.com']);
    expect(mail?.source).not.toMatch(/^Bcc:/im);
  });

  it('is asked again after a temporary refusal, with growing pauses', async () => {
    smtp.refusals.push(450, 451);
    const event = await email.order({ to: 'later@example.com' });
    await hasTried(event, 1);
    expect(await queued(event)).toMatchObject({
      status: 'pending',
      failure: expect.stringContaining('TEMPORARY'),
    });
    email.clock.advance(900);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(await queued(event)).toMatchObject({ attempts: 1 });
    email.clock.advance(2_100);
    await hasTried(event, 2);
    email.clock.advance(6_000);
    await becomes(event, { status: 'sent', attempts: 3 });
    expect(takenFor('later@example.com')).toHaveLength(1);
    expect((await logged(event)).map(({ error }) => error?.errorType ?? null)).toEqual([
      'TEMPORARY',
      'TEMPORARY',
      null,
    ]);
  });

  it('is not asked a fourth time', async () => {
    smtp.refusals.push(450, 450, 450);
    const event = await email.order({ to: 'never@example.com' });
    for (const times of [1, 2]) {
      await hasTried(event, times);
      email.clock.advance(10_000);
    }
    await becomes(event, { status: 'failed', attempts: 3, failure: expect.stringContaining('TEMPORARY') });
    expect(takenFor('never@example.com')).toEqual([]);
  });

  it('is not asked again after a refusal for good', async () => {
    smtp.refusals.push(554);
    const tries = smtp.tries();
    const event = await email.order({ to: 'refused@example.com' });
    await becomes(event, { status: 'failed', attempts: 1, failure: expect.stringContaining('REJECTED') });
    email.clock.advance(60_000);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(smtp.tries()).toBe(tries + 1);
    expect(await logged(event)).toMatchObject([{ error: { errorType: 'REJECTED', canRetry: false } }]);
  });

  it('is what a sender who waits hears of', async () => {
    smtp.refusals.push(554);
    const event = email.newOrder({ to: 'waiting@example.com' });
    const delivery = email.rpcs.mail.deliverMail({ event }, systemCall(email.project_id));
    await expect(delivery).rejects.toMatchObject({ name: 'StatusError', status: 400 });
  });

  it('stays with the mail when identity is away for a while', async () => {
    email.outage.error = unavailable();
    const event = await email.order({ to: 'outage@example.com' });
    for (let tries = 0; tries < 5; tries++) {
      await becomes(event, { status: 'pending', attempts: 0 });
      email.clock.advance(2_000);
    }
    email.outage.error = undefined;
    email.clock.advance(2_000);
    await becomes(event, { status: 'sent', attempts: 1 });
  });

  it('gets nothing of a project that is gone', async () => {
    const event = await email.order({ to: 'gone@example.com', project_id: 'gone' });
    await becomes(event, { status: 'failed' });
    expect(takenFor('gone@example.com')).toEqual([]);
  });

  it('gets mail whose worker died once its time is over', async () => {
    const event = email.newOrder({ to: 'orphan@example.com' });
    await sql(email.db).execute(
      `INSERT INTO queued_mails (project_id, branch_id, id, template_key, recipient, sealed_variables, status,
         attempts, next_attempt_at_millis, created_at_millis)
       VALUES ($1, 'main', $2, 'email_verification', 'orphan@example.com', $3, 'pending', 1, $4, 0)`,
      [email.project_id, event.id, event.email_requested?.sealed_variables, email.clock.now() + 30_000],
    );
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(takenFor('orphan@example.com')).toEqual([]);
    email.clock.advance(30_000);
    await becomes(event, { status: 'sent', attempts: 2 });
  });
});

describe("a project's own mail server", () => {
  const credentials = { username: 'mailer', password: 'pässword' };

  const ownServer = (port: number, fields = {}) => ({
    type: 'standard',
    host: '127.0.0.1',
    port,
    ...credentials,
    sender_name: 'Harbor Crew',
    sender_email: 'crew@harbor.example',
    ...fields,
  });

  it('gets the mail with its user name and sender', async () => {
    const own = await startSmtpServer({ credentials });
    const project_id = email.addProject('Harbor', ownServer(own.port));
    const event = await email.order({ to: 'own@example.com', project_id });
    await becomes(event, { status: 'sent' });
    expect(own.mails[0]?.source).toMatch(/^From: Harbor Crew <crew@harbor\.example>\r$/m);
    expect(takenFor('own@example.com')).toEqual([]);
    const [line] = await logged(event);
    expect(line?.sender_config).toEqual({
      type: 'standard',
      host: '127.0.0.1',
      port: own.port,
      username: 'mailer',
      sender_name: 'Harbor Crew',
      sender_email: 'crew@harbor.example',
    });
    await own.stop();
  });

  it('is not asked again with a wrong password', async () => {
    const own = await startSmtpServer({ credentials });
    const project_id = email.addProject('Harbor', ownServer(own.port, { password: 'wrong' }));
    const event = await email.order({ project_id });
    await becomes(event, { status: 'failed', failure: expect.stringContaining('AUTH_FAILED') });
    await own.stop();
  });

  it('may be down for a moment', async () => {
    const own = await startSmtpServer({ credentials });
    await own.stop();
    const project_id = email.addProject('Harbor', ownServer(own.port));
    const event = await email.order({ project_id });
    await becomes(event, {
      status: 'pending',
      attempts: 1,
      failure: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it("does not hold up other projects' mail when it hangs", async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const project_id = email.addProject('Slow', ownServer(port));
    await Promise.all(Array.from({ length: 30 }, () => email.order({ project_id })));
    const event = await email.order({ to: 'quick@example.com' });
    await becomes(event, { status: 'sent' });
    sockets.forEach((socket) => socket.destroy());
    silent.close();
    await sql(email.db).execute('DELETE FROM queued_mails WHERE project_id = $1', [project_id]);
  });
});

describe('what the service tells others', () => {
  it('is that a mail was sent or failed, without its content', async () => {
    const sent = await email.order();
    await becomes(sent, { status: 'sent' });
    smtp.refusals.push(554);
    const failed = await email.order();
    await becomes(failed, { status: 'failed' });
    await told(sent).toEqual(['email.sent']);
    await told(failed).toEqual(['email.failed']);
    expect(JSON.stringify(email.told)).not.toContain('app.test');
  });
});
