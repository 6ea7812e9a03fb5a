import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectText, ok, type Answer } from '../src/client.ts';
import { newEmail, newProject, type Project } from '../src/project.ts';
import { newResetCode, newSignInCodes } from '../src/sign-in-mail.ts';
import { fromElsewhere } from './from-elsewhere.ts';
import { inParallel } from './in-parallel.ts';
import { tally } from './tally.ts';

let project: Project;
let other: Project;
beforeAll(async () => {
  const config = { magic_link_enabled: true };
  [project, other] = await Promise.all([newProject(config), newProject(config)]);
});

const signIn = (code: string, one = project) =>
  one.client.post('/auth/otp/sign-in', { code }, { headers: fromElsewhere() });

/** What may be answered to those who come too late. */
const LATE = ['409 VERIFICATION_CODE_ALREADY_USED', '400 VERIFICATION_CODE_MAX_ATTEMPTS_REACHED'];

describe('9 · a code of a mail in 50 parallel requests', () => {
  it('signs in exactly once', async () => {
    for (const kind of ['typed', 'link'] as const) {
      const codes = await newSignInCodes(project.client, newEmail());
      const counts = tally(await inParallel(50, () => signIn(codes[kind])));
      const { '200': successes, ...others } = counts;
      expect(successes).toBe(1);
      expect(LATE).toEqual(expect.arrayContaining(Object.keys(others)));
    }
  });

  it('signs in exactly once together with its link', async () => {
    const { typed, link } = await newSignInCodes(project.client, newEmail());
    expect(tally(await inParallel(50, (index) => signIn(index % 2 ? typed : link)))['200']).toBe(1);
  });

  it('for a reset sets one password', async () => {
    const { email } = await project.signUp();
    const code = await newResetCode(project.client, email);
    const password = (index: number) => `password number ${index}`;
    const answers = await inParallel(50, (index) =>
      project.client.post('/auth/password/reset', { code, password: password(index) }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const winner = answers.findIndex(({ status }) => status === 200);
    ok(await project.client.post('/auth/password/sign-in', { email, password: password(winner) }));
  });
});

describe('10 · the six characters of a mail', () => {
  it('guessed in 200 parallel requests are dead after 20 tries, for whoever knows them too', async () => {
    const { nonce, typed } = await newSignInCodes(project.client, newEmail());
    const guess = (index: number) => signIn(index.toString(32).padStart(6, 'z').slice(-6).replace(/[ilou]/g, 'z') + nonce);
    const answers = [...(await inParallel(200, guess)), await signIn(typed)];
    expect(tally(answers)['200']).toBeUndefined();
    expectKnown(answers.at(-1)!, 400, 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED');
  }); // prettier-ignore

  it('after 20 wrong tries are refused in 200 parallel requests with the right ones', async () => {
    const { nonce, typed } = await newSignInCodes(project.client, newEmail());
    for (const answer of await inParallel(20, () => signIn(`000000${nonce}`)))
      expectKnown(answer, 404, 'VERIFICATION_CODE_NOT_FOUND');
    expect(tally(await inParallel(200, () => signIn(typed)))).toEqual({
      '400 VERIFICATION_CODE_MAX_ATTEMPTS_REACHED': 200,
    });
  });
});

describe('11 · a code that is asked for again and again', () => {
  it('does not give more than 20 mails in ten minutes', async () => {
    const email = newEmail();
    const callback_url = 'http://localhost:3000/otp';
    const answers = await inParallel(30, () =>
      project.client.post('/auth/otp/send-sign-in-code', { email, callback_url }),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    for (const one of refused) {
      expectText(one, 429);
      expect(Number(one.headers['retry-after'])).toBeGreaterThan(0);
    }
    // Whoever has a server key sends no more either: the limit is that of the mailbox.
    const server = await project.server.post('/auth/otp/send-sign-in-code', { email, callback_url });
    expectText(server, 429);
    const upper = { email: email.toUpperCase(), callback_url };
    expectText(await project.client.post('/auth/otp/send-sign-in-code', upper), 429);
  });

  it('gives an address no more than some hundred wrong guesses an hour', async () => {
    const email = newEmail();
    let guesses = 0;
    let refusal: Answer | undefined;
    while (!refusal && guesses < 600) {
      const callback_url = 'http://localhost:3000/otp';
      const sent = await project.client.post('/auth/otp/send-sign-in-code', { email, callback_url });
      if (sent.status !== 200) refusal = sent;
      else
        for (const { status } of await inParallel(20, () => signIn(`000000${sent.body.nonce as string}`)))
          guesses += status === 404 ? 1 : 0;
    }
    expectText(refusal!, 429);
    expect(guesses).toBeLessThanOrEqual(220);
  });
});

describe('12 · a code', () => {
  it('of one project, or for one purpose, is unknown to the others', async () => {
    const { typed, link } = await newSignInCodes(project.client, newEmail());
    const { email } = await project.signUp();
    const reset = await newResetCode(project.client, email);
    const unknown = (answer: Answer) => expectKnown(answer, 404, 'VERIFICATION_CODE_NOT_FOUND');
    for (const code of [typed, link]) unknown(await signIn(code, other));
    const credential = { id: 'x', rawId: 'x', type: 'public-key' };
    const registration = { ...credential, response: { clientDataJSON: 'x', attestationObject: 'x' } };
    const assertion = {
      ...credential,
      response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
    };
    const purposes: Record<string, (code: string) => Promise<Answer>> = {
      reset: (code) => project.client.post('/auth/password/reset', { code, password: 'a new password' }),
      verify: (code) => project.client.post('/contact-channels/verify', { code }),
      mfa: (code) => project.client.post('/auth/mfa/sign-in', { type: 'totp', totp: '123456', code }),
      register: (code) => project.client.post('/auth/passkey/register', { credential: registration, code }),
      passkey: (code) => project.client.post('/auth/passkey/sign-in', { credential: assertion, code }),
    };
    for (const [purpose, redeem] of Object.entries(purposes)) {
      unknown(await redeem(link));
      if (purpose !== 'reset') unknown(await redeem(reset));
    }
    unknown(await signIn(reset));
    ok(await signIn(typed));
    ok(await purposes.reset!(reset));
  });
});

/**
 * The link of a mail is good in any browser, because people read mail on another device than the one they sign in on;
 * what is bound to the browser that asked is the typed code, by the nonce that only its answer carries.
 */
describe('13 · a code', () => {
  it('does not work where it was not asked for: the six characters of another mail need the nonce of its sender', async () => {
    const mine = await newSignInCodes(project.client, newEmail());
    const victims = await newSignInCodes(project.client, newEmail());
    expectKnown(await signIn(victims.otp + mine.nonce), 404, 'VERIFICATION_CODE_NOT_FOUND');
    ok(await signIn(victims.typed));
  });

  it('ends with the next one, unused', async () => {
    const email = newEmail();
    const older = await newSignInCodes(project.client, email);
    const newer = await newSignInCodes(project.client, email);
    for (const code of [older.typed, older.link])
      expectKnown(await signIn(code), 400, 'VERIFICATION_CODE_EXPIRED');
    ok(await signIn(newer.typed));
  });
});
