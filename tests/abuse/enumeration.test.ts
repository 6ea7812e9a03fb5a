import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, ok, send } from '../src/client.ts';
import { newEmail, newProject, PASSWORD, type Project, type User } from '../src/project.ts';
import { mannWhitney } from './statistics.ts';
import { timed } from './timed.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject({ magic_link_enabled: true });
});

const signIn = (email: string, password = 'wrong password') =>
  project.client.post('/auth/password/sign-in', { email, password });
const sendReset = (email: string) =>
  project.client.post('/auth/password/send-reset-code', {
    email,
    callback_url: 'http://localhost:3000/reset',
  });

const SAMPLES = 200;
/** The limit of an account must not decide this. */
const TRIES_AN_ACCOUNT = 50;

describe('1 · whether an address has an account', () => {
  it('is not told by a refused sign-in: 200 wrong passwords and 200 unknown addresses take as long', { timeout: 300_000 }, async () => {
    const accounts = await Promise.all(
      Array.from({ length: SAMPLES / TRIES_AN_ACCOUNT }, () => project.signUp()),
    );
    const [known, unknown]: [number[], number[]] = [[], []];
    const texts = new Set<string>();
    const sample = async (times: number[], email: string) => {
      const { answer, millis } = await timed(() => signIn(email));
      expectKnown(answer, 400, 'EMAIL_PASSWORD_MISMATCH');
      texts.add(answer.text);
      times.push(millis);
    };
    for (let round = 0; round < SAMPLES; round++) {
      const { email } = accounts[round % accounts.length]!;
      // In turns, and each first as often as the other, so that drift hits both alike.
      const pair = [() => sample(known, email), () => sample(unknown, newEmail())];
      for (const one of round % 2 ? pair : pair.reverse()) await one();
    }
    expect(texts.size).toBe(1);
    expect(mannWhitney(known, unknown)).toBeGreaterThanOrEqual(0.001);
  }); // prettier-ignore
});

describe('2 · whether an address has an account', () => {
  it('is not told by a password reset: same text, same two to three seconds, and mail for accounts only', { timeout: 60_000 }, async () => {
    const accounts: User[] = [];
    while (accounts.length < 30) accounts.push(await project.signUp());
    const strangers = accounts.map(() => newEmail());
    // All at once, and each kind first as often as the other.
    const pairs = accounts.map(({ email }, index) => {
      const both = [email, strangers[index]!].map((address) => () => timed(() => sendReset(address)));
      const [one, two] = index % 2 ? both : both.reverse();
      const started = [one!(), two!()];
      return index % 2 ? started : started.reverse();
    });
    const known = Promise.all(pairs.map(([one]) => one!));
    const unknown = Promise.all(pairs.map(([, two]) => two!));
    const [a, b] = [await known, await unknown];
    expect(new Set([...a, ...b].map(({ answer }) => answer.text)).size).toBe(1);
    for (const { answer, millis } of [...a, ...b]) {
      ok(answer);
      expect(millis).toBeGreaterThan(1_990);
    }
    expect(mannWhitney(a.map(({ millis }) => millis), b.map(({ millis }) => millis))).toBeGreaterThanOrEqual(0.001);
    for (const email of strangers) {
      const { body } = await send('GET', '/inbox/messages', { query: { to: email } });
      expect(body).toEqual([]);
    }
  }); // prettier-ignore
});

/**
 * The wire excludes the same answer for a taken address: clients rely on USER_EMAIL_ALREADY_EXISTS to say so. So these two
 * tell, nobody is written to, and how often anybody may ask is limited by address and network of the caller.
 */
describe('3 · whether an address has an account', () => {
  it('is told by sign-up and by the sending of a code, with the 409 that the wire names, and no mail is sent', async () => {
    const { email } = await project.signUp();
    const taken = await project.client.post('/auth/password/sign-up', { email, password: PASSWORD });
    expectKnown(taken, 409, 'USER_EMAIL_ALREADY_EXISTS', {
      email,
      would_work_if_email_was_verified: false,
    });
    const callback_url = 'http://localhost:3000/otp';
    const code = await project.client.post('/auth/otp/send-sign-in-code', { email, callback_url });
    expectKnown(code, 409, 'USER_EMAIL_ALREADY_EXISTS', { email, would_work_if_email_was_verified: true });
    const { body } = await send('GET', '/inbox/messages', { query: { to: email } });
    expect(body).toEqual([]);
  });

  it('is told in the same words whatever the password, and nothing of the account changes', async () => {
    const user = await project.signUp();
    const before = ok(await project.server.get(`/users/${user.id}`));
    const texts = new Set<string>();
    for (const password of [PASSWORD, 'a new password of somebody else']) {
      const answer = await project.client.post('/auth/password/sign-up', { email: user.email, password });
      expect(answer.status).toBe(409);
      texts.add(answer.text);
    }
    expect(texts.size).toBe(1);
    expect(ok(await project.server.get(`/users/${user.id}`))).toEqual(before);
    ok(await signIn(user.email, PASSWORD));
  });
});
