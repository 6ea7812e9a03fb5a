import type { CallContext } from '@portico/platform/call';
import { transaction } from '@portico/platform/db/sql';
import { newUuid } from '@portico/platform/ids';
import { knownErrors } from '@portico/platform/known-errors';
import type { SignUpWithPasswordRequest } from '@portico/proto/identity/v1/passwords';
import type { SignInResult } from '@portico/proto/identity/v1/sessions';
import { readConfig, readSettings } from '../config/read-config.ts';
import { isAuthEmailTaken } from '../contact-channels/auth-email.ts';
import { requestVerification } from '../contact-channels/request-verification.ts';
import type { IdentityDeps } from '../deps.ts';
import { requireTrustedUrl } from '../redirects/trusted-url.ts';
import { beginSession, readTokenRow } from '../sessions/begin-session.ts';
import { emailTaken, normaliseEmail } from '../users/email-address.ts';
import { insertUser } from '../users/insert-user.ts';
import { tryProvisionUser } from '../users/provision-user.ts';
import { renamePersonalTeams } from '../users/rename-personal-teams.ts';
import { upgradeUser } from '../users/upgrade-user.ts';
import { checkPassword } from './password-rules.ts';

type Deps = Pick<
  IdentityDeps,
  'db' | 'keyring' | 'teams' | 'clock' | 'hasher' | 'signAccessToken' | 'activity' | 'log'
>;

const check = async (deps: Deps, call: CallContext, request: SignUpWithPasswordRequest): Promise<void> => {
  const settings = await readSettings(deps.db, call);
  if (!settings.allow_password) throw knownErrors.PASSWORD_AUTHENTICATION_NOT_ENABLED();
  if (request.verification_callback_url !== undefined) {
    requireTrustedUrl(request.verification_callback_url, settings);
  }
  if (!settings.allow_sign_up) throw knownErrors.SIGN_UP_NOT_ENABLED();
  checkPassword(request.password);
  const email = normaliseEmail(request.email);
  if (await isAuthEmailTaken(deps.db, call, email)) throw emailTaken(email);
};

/** The account: a new one, or the caller's anonymous one with an address and a password. */
const storeAccount = (
  deps: Deps,
  call: CallContext,
  account: { value: string; password_hash: string; url?: string },
) =>
  transaction(deps.db, async (tx) => {
    const { value, password_hash, url } = account;
    const now = deps.clock.now();
    const email = { value, is_verified: false, used_for_auth: true };
    const upgraded = await upgradeUser(tx, call, { email, password_hash, now });
    const user =
      upgraded ?? (await insertUser(tx, call, { email, now, columns: { id: newUuid(), password_hash } }));
    if (url !== undefined) {
      const { project } = await readConfig({ db: tx, keyring: deps.keyring }, call);
      const request = {
        user,
        email: value,
        callback_url: url,
        project_display_name: project.display_name,
        now,
      };
      await requestVerification(tx, call, { ...request, keyring: deps.keyring });
    }
    return { user, isUpgrade: upgraded !== undefined };
  });

export const signUpWithPassword =
  (deps: Deps) =>
  async (request: SignUpWithPasswordRequest, call: CallContext): Promise<SignInResult> => {
    await check(deps, call, request);
    const value = normaliseEmail(request.email);
    const password_hash = await deps.hasher.hash(request.password);
    const account = { value, password_hash, url: request.verification_callback_url };
    const { user, isUpgrade } = await storeAccount(deps, call, account);
    if (isUpgrade) await renamePersonalTeams(deps, call, { user_id: user.id, primary_email: value });
    else await tryProvisionUser(deps)(call, user);

    const token = await readTokenRow(deps.db, call, user.id);
    const signIn = { is_new_user: true, reason: 'password', password_hash };
    const result = token && (await beginSession(deps)(call, token, signIn));
    // Deleted by somebody else within these milliseconds.
    if (!result) throw knownErrors.USER_NOT_FOUND();
    return result;
  };
