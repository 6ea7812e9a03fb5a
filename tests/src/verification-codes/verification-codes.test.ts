import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, expectSchemaError, ok } from '../client.ts';
import { codeIn, mailTo } from '../inbox.ts';
import { newEmail, newProject, type Caller, type Project } from '../project.ts';
import { newResetCode, newSignInCodes } from '../sign-in-mail.ts';

let project: Project;
let other: Project;
beforeAll(async () => {
  const config = { magic_link_enabled: true };
  [project, other] = await Promise.all([newProject(config), newProject(config)]);
});

interface Kind {
  readonly name: string;
  readonly path: string;
  /** What is sent beside the code to redeem it. */
  readonly more: object;
  newCode(): Promise<string>;
}

const newVerificationCode = async (): Promise<string> => {
  const user = await project.signUp();
  const callback_url = 'http://localhost:3000/verify';
  const body = { email: user.email, callback_url };
  ok(await project.as('client', user).post('/contact-channels/send-verification-code', body));
  return codeIn((await mailTo(user.email))[0]!);
};

const KINDS: readonly Kind[] = [
  {
    name: 'of a sign-in link',
    path: '/auth/otp/sign-in',
    more: {},
    newCode: async () => (await newSignInCodes(project.client, newEmail())).link,
  },
  {
    name: 'that is typed to sign in',
    path: '/auth/otp/sign-in',
    more: {},
    newCode: async () => (await newSignInCodes(project.client, newEmail())).typed,
  },
  {
    name: 'for a new password',
    path: '/auth/password/reset',
    more: { password: 'a new password' },
    newCode: async () => newResetCode(project.client, (await project.signUp()).email),
  },
  {
    name: 'of an address to verify',
    path: '/contact-channels/verify',
    more: {},
    newCode: newVerificationCode,
  },
];

// By the server, whose tries are not counted by address: other tests have the same address.
const check = ({ path }: Kind, code: unknown, caller: Caller = project.server) =>
  caller.post(`${path}/check-code`, { code });
const redeem = ({ path, more }: Kind, code: unknown, caller: Caller = project.server) =>
  caller.post(path, { code, ...more });
const otherStart = (code: string) => (code.toLowerCase().startsWith('000000') ? '111111' : '000000');

describe.each(KINDS)('a code $name', (kind) => {
  it('is checked and redeemed by every access type, and by whoever is signed in', async () => {
    const stranger = await project.signUp();
    const callers = [project.client, project.server, project.admin, project.as('client', stranger)];
    const codes = await Promise.all(callers.map(() => kind.newCode()));
    for (const [index, caller] of callers.entries()) {
      expect(ok(await check(kind, codes[index], caller))).toEqual({ is_code_valid: true });
      ok(await redeem(kind, codes[index], caller));
    }
  });

  it('has 45 characters in any case; anything else of that length is unknown', async () => {
    for (const request of [check, redeem]) {
      for (const bad of ['', 'a'.repeat(44), 'a'.repeat(46), null, undefined, {}, 5])
        expectSchemaError(await request(kind, bad), 'body.code');
      for (const unknown of ['a'.repeat(45), 'I'.repeat(45), '%'.repeat(45), 'ü'.repeat(45)])
        expectKnown(await request(kind, unknown), 404, 'VERIFICATION_CODE_NOT_FOUND');
    }
    const code = await kind.newCode();
    ok(await check(kind, code.toUpperCase()));
    ok(await redeem(kind, code.toUpperCase()));
  });

  it('is all that a check takes', async () => {
    const answer = await project.client.post(`${kind.path}/check-code`, { code: 'a'.repeat(45), junk: 1 });
    expectSchemaError(answer, /^body .*junk$/);
    const redeemed = await project.client.post(kind.path, { code: 'a'.repeat(45), ...kind.more, junk: 1 });
    expectSchemaError(redeemed, /^body .*junk$/);
  });

  it('is unknown to another project and for every other purpose, and unused by that', async () => {
    const code = await kind.newCode();
    for (const request of [check, redeem]) {
      expectKnown(await request(kind, code, other.client), 404, 'VERIFICATION_CODE_NOT_FOUND');
      expectKnown(await request(kind, code, other.admin), 404, 'VERIFICATION_CODE_NOT_FOUND');
      for (const purpose of KINDS.filter(({ path }) => path !== kind.path))
        expectKnown(await request(purpose, code), 404, 'VERIFICATION_CODE_NOT_FOUND');
    }
    ok(await redeem(kind, code));
  });

  it('may be tried 20 times, checks included; then it is dead, and a wrong beginning is still unknown', async () => {
    const code = await kind.newCode();
    const wrong = otherStart(code) + code.slice(6);
    for (let tries = 0; tries < 10; tries++) {
      ok(await check(kind, code));
      expectKnown(await redeem(kind, wrong), 404, 'VERIFICATION_CODE_NOT_FOUND');
    }
    for (const request of [check, redeem]) {
      expectKnown(await request(kind, code), 400, 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED');
      expectKnown(await request(kind, wrong), 404, 'VERIFICATION_CODE_NOT_FOUND');
    }
  });

  it('may be redeemed at the twentieth try', async () => {
    const code = await kind.newCode();
    for (let tries = 0; tries < 19; tries++) ok(await check(kind, code));
    ok(await redeem(kind, code));
  });

  it('that was used stays used, however often it is tried', async () => {
    const code = await kind.newCode();
    ok(await redeem(kind, code));
    for (let tries = 0; tries < 22; tries++)
      expectKnown(await check(kind, code), 409, 'VERIFICATION_CODE_ALREADY_USED');
    expectKnown(await redeem(kind, code), 409, 'VERIFICATION_CODE_ALREADY_USED');
  });

  it('redeemed by twenty at once is redeemed once', async () => {
    const code = await kind.newCode();
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(kind, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectKnown(answer, 409, 'VERIFICATION_CODE_ALREADY_USED');
  });
});

describe('a link', () => {
  const CALLBACK = 'http://localhost:3000/next?code=older&keep=1#part';
  const linkIn = (text: string) => /http:\/\/localhost:3000\S+/.exec(text)?.[0] ?? '';

  it('is the callback with its code in place of another, and with all else that the callback had', async () => {
    const { client } = project;
    const [fresh, signIn, reset] = [newEmail(), newEmail(), (await project.signUp()).email];
    const account = { email: fresh, password: 'long enough', verification_callback_url: CALLBACK };
    await Promise.all([
      client.post('/auth/password/sign-up', account).then(ok),
      client.post('/auth/otp/send-sign-in-code', { email: signIn, callback_url: CALLBACK }).then(ok),
      client.post('/auth/password/send-reset-code', { email: reset, callback_url: CALLBACK }).then(ok),
    ]);
    for (const address of [fresh, signIn, reset]) {
      const mail = (await mailTo(address))[0]!;
      expect(linkIn(mail.text)).toMatch(/^http:\/\/localhost:3000\/next\?code=[0-9a-z]{45}&keep=1#part$/);
    }
  });
});

describe('codes for one purpose', () => {
  it('of a reset are each good for one use, older ones too', async () => {
    const { email } = await project.signUp();
    const reset = (code: string) =>
      project.client.post('/auth/password/reset', { code, password: 'a new password' });
    const first = await newResetCode(project.client, email);
    const second = await newResetCode(project.client, email);
    expect(second).not.toBe(first);
    ok(await reset(second));
    ok(await reset(first));
    for (const code of [first, second])
      expectKnown(await reset(code), 409, 'VERIFICATION_CODE_ALREADY_USED');
  }); // prettier-ignore
});
