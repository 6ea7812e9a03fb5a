import type { CallContext } from '@portico/platform/call';
import { transaction } from '@portico/platform/db/sql';
import { knownErrors } from '@portico/platform/known-errors';
import type { PasswordResetSent, SendPasswordResetRequest } from '@portico/proto/identity/v1/passwords';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig, readSettings } from '../config/read-config.ts';
import { findAuthChannel } from '../contact-channels/find-auth-channel.ts';
import type { IdentityDeps } from '../deps.ts';
import { handOverMail } from '../mails/hand-over-mail.ts';
import { orderMail } from '../mails/order-mail.ts';
import { requireTrustedUrl } from '../redirects/trusted-url.ts';
import { createCode, linkWithCode, WEEK_MILLIS } from '../verification-codes/create-code.ts';

type Deps = Pick<IdentityDeps, 'db' | 'keyring' | 'clock' | 'email' | 'log'>;

const SHORTEST_WAIT_MILLIS = 2_000;
const LONGEST_WAIT_MILLIS = 3_000;

/** @returns the ordered mail; nothing when the address signs nobody in. */
const orderReset = async (deps: Deps, call: CallContext, request: SendPasswordResetRequest) => {
  const { email, callback_url } = request;
  const account = await findAuthChannel(deps.db, call, email);
  if (!account) return undefined;
  const { user_id, display_name, value } = account;
  return transaction(deps.db, async (tx) => {
    const { project } = await readConfig({ db: tx, keyring: deps.keyring }, call);
    const code = await createCode(tx, call, {
      type: 'password_reset',
      lifetime_millis: WEEK_MILLIS,
      method: { email: value },
      data: { user_id },
      subject: user_id,
      redirect_url: callback_url,
      now: deps.clock.now(),
    });
    const variables = {
      passwordResetLink: linkWithCode(callback_url, code),
      projectDisplayName: project.display_name,
      userDisplayName: display_name ?? '',
    };
    const mail = { to: email, template_key: 'password_reset', user_id, variables };
    return orderMail(tx, call, { ...mail, keyring: deps.keyring });
  });
};

/**
 * Both the known and the unknown address wait the same random time, which is long enough for the mail
 * to have arrived. Its delivery is nobody's reason to wait longer.
 */
export const sendPasswordReset =
  (deps: Deps) =>
  async (request: SendPasswordResetRequest, call: CallContext): Promise<PasswordResetSent> => {
    const settings = await readSettings(deps.db, call);
    if (!settings.allow_password) throw knownErrors.PASSWORD_AUTHENTICATION_NOT_ENABLED();
    requireTrustedUrl(request.callback_url, settings);
    const wait = sleep(randomInt(SHORTEST_WAIT_MILLIS, LONGEST_WAIT_MILLIS));
    const mail = await orderReset(deps, call, request);
    if (mail) {
      handOverMail(deps, call, mail).catch((err: unknown) =>
        deps.log.warn({ err, project_id: call.project_id }, 'a password reset mail is left to its event'),
      );
    }
    await wait;
    return {};
  };
