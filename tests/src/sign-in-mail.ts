/** The mails of passwordless sign-in and of a reset. */
import { ok } from './client.ts';
import { codeIn, mailTo, type Mail } from './inbox.ts';
import type { Caller } from './project.ts';

export const CALLBACK = 'http://localhost:3000/handler/magic-link?after=%2Fhome';

export interface SignInCodes {
  readonly nonce: string;
  readonly mail: Mail;
  /** The six characters of the mail. */
  readonly otp: string;
  /** What is submitted: the characters and the nonce. */
  readonly typed: string;
  /** The code in the link. */
  readonly link: string;
}

/** Asks for a code and reads the mail that the answer promises. */
export const newSignInCodes = async (client: Caller, email: string): Promise<SignInCodes> => {
  const { nonce } = ok(
    await client.post('/auth/otp/send-sign-in-code', { email, callback_url: CALLBACK }),
  ) as { nonce: string };
  const mail = (await mailTo(email))[0]!;
  const [, otp = ''] = /<p\b[^>]*>([0-9A-Z]{6})<\/p>/.exec(mail.html) ?? [];
  return { nonce, mail, otp, typed: otp + nonce, link: codeIn(mail) };
};

/** Asks for a reset and reads the code of the mail. */
export const newResetCode = async (client: Caller, email: string): Promise<string> => {
  const callback_url = 'http://localhost:3000/handler/password-reset';
  ok(await client.post('/auth/password/send-reset-code', { email, callback_url }));
  return codeIn((await mailTo(email))[0]!);
};
