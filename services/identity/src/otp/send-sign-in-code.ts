import type { CallContext } from '@portico/platform/call';
import { transaction } from '@portico/platform/db/sql';
import { statusError } from '@portico/platform/errors';
import { newUuid } from '@portico/platform/ids';
import type { SendSignInCodeRequest, SignInCodeSent } from '@portico/proto/identity/v1/otp';
import type { EntityManager } from 'typeorm';
import { readConfig, readSettings } from '../config/read-config.ts';
import type { IdentityDeps } from '../deps.ts';
import { handOverMail } from '../mails/hand-over-mail.ts';
import { orderMail } from '../mails/order-mail.ts';
import { requireTrustedUrl } from '../redirects/trusted-url.ts';
import { normaliseEmail } from '../users/email-address.ts';
import { countFailedTries, endCodes, lockSubject } from '../verification-codes/codes-of-subject.ts';
import { createCode, linkWithCode, TYPED_CHARACTERS } from '../verification-codes/create-code.ts';
import { findOtpAccount, requireOtp } from './otp-account.ts';

type Deps = Pick<IdentityDeps, 'db' | 'keyring' | 'clock' | 'email'>;

const type = 'one_time_password';
const LINK_MILLIS = 24 * 3_600_000;
const TYPED_MILLIS = 15 * 60_000;

/** New codes give new tries, so what an address gets in total has a bound as well. */
const MOST_FAILED_TRIES = 200;
const TRIES_WINDOW_MILLIS = 3_600_000;

interface Codes {
  typed: string;
  link: string;
}

/** Two codes for one sign-in; those of an earlier mail are of no use from now on. */
const createCodes = async (
  tx: EntityManager,
  call: CallContext,
  request: SendSignInCodeRequest & { now: number },
): Promise<Codes> => {
  const { email, callback_url: redirect_url, now } = request;
  const subject = normaliseEmail(email);
  await lockSubject(tx, call, { type, subject });
  const since = now - TRIES_WINDOW_MILLIS;
  if ((await countFailedTries(tx, call, { type, subject, since })) >= MOST_FAILED_TRIES) {
    throw statusError(429, 'Too many wrong codes for this address. Please try again later.', {
      'retry-after': String(TRIES_WINDOW_MILLIS / 1000),
    });
  }
  await endCodes(tx, call, { type, subject, now });
  const method = { email, type: 'standard' };
  const common = { type, method, data: {}, subject, pair_id: newUuid(), redirect_url, now } as const;
  return {
    typed: await createCode(tx, call, { ...common, lifetime_millis: TYPED_MILLIS }),
    link: await createCode(tx, call, { ...common, lifetime_millis: LINK_MILLIS }),
  };
};

/** The mail has the first characters of the typed code, the answer has the rest. */
export const sendSignInCode =
  (deps: Deps) =>
  async (request: SendSignInCodeRequest, call: CallContext): Promise<SignInCodeSent> => {
    const { email, callback_url } = request;
    const settings = await readSettings(deps.db, call);
    requireOtp(settings);
    await findOtpAccount(deps.db, call, { email, settings });
    requireTrustedUrl(callback_url, settings);
    const { typed, mail } = await transaction(deps.db, async (tx) => {
      const { project } = await readConfig({ db: tx, keyring: deps.keyring }, call);
      const { typed, link } = await createCodes(tx, call, { ...request, now: deps.clock.now() });
      const template_key = request.link_only ? 'magic_link_only' : 'magic_link';
      const variables = {
        magicLink: linkWithCode(callback_url, link),
        ...(request.link_only ? {} : { otp: typed.slice(0, TYPED_CHARACTERS).toUpperCase() }),
        projectDisplayName: project.display_name,
        userDisplayName: '',
      };
      const order = { to: email, template_key, variables, keyring: deps.keyring };
      return { typed, mail: await orderMail(tx, call, order) };
    });
    await handOverMail(deps, call, mail);
    return { nonce: typed.slice(TYPED_CHARACTERS) };
  };
