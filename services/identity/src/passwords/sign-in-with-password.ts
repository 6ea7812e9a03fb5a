import type { CallContext } from '@portico/platform/call';
import { createRowGatherer } from '@portico/platform/db/gather-rows';
import { sql } from '@portico/platform/db/sql';
import { knownErrors } from '@portico/platform/known-errors';
import type { SignInResult } from '@portico/proto/identity/v1/sessions';
import type { SignInWithPasswordRequest } from '@portico/proto/identity/v1/passwords';
import type { BranchSettings } from '../config/settings.ts';
import { tenant, type IdentityDeps } from '../deps.ts';
import { beginSession } from '../sessions/begin-session.ts';
import { TOKEN_COLUMNS, type TokenRow } from '../sessions/access-token.ts';
import { JOIN_ACTIVE_KEY } from '../signing-keys/signing-key.ts';
import { emailSpellings } from '../users/email-address.ts';
import { JOIN_PRIMARY_EMAIL } from '../users/select-user.ts';

type Found = TokenRow & { settings: BranchSettings; password_hash: string | null };

type Question = readonly [project_id: string, branch_id: string, email: string, stored_email: string];

/** The project's settings always, the account behind the address when there is one. */
const LOOK_UP = `
  select asked.position, found.*
  from unnest($1::text[], $2::text[], $3::text[], $4::text[])
    with ordinality as asked (project_id, branch_id, email, stored_email, position)
  cross join lateral (
    select b.settings, account.*
    from branches b
    left join lateral (
      select ${TOKEN_COLUMNS}, u.password_hash
      from contact_channels a
      join users u on u.project_id = a.project_id and u.branch_id = a.branch_id and u.id = a.user_id
      ${JOIN_PRIMARY_EMAIL} ${JOIN_ACTIVE_KEY}
      where a.project_id = asked.project_id and a.branch_id = asked.branch_id and a.type = 'email'
        and a.used_for_auth and a.value in (asked.email, asked.stored_email)
      order by a.value = asked.email desc limit 1
    ) as account on true
    where b.project_id = asked.project_id and b.branch_id = asked.branch_id limit 1
  ) as found`;

type Deps = Pick<IdentityDeps, 'db' | 'clock' | 'hasher' | 'signAccessToken' | 'activity' | 'log'>;

/** Brings a hash of another system to ours. Its password is known now, and may not be again for long. */
const rehash = async (
  deps: Deps,
  call: CallContext,
  change: { id: string; old: string; password: string },
) => {
  const { id, old, password } = change;
  const fresh = await deps.hasher.hash(password);
  const updated = await sql(deps.db).execute(
    `update users set password_hash = $4
     where project_id = $1 and branch_id = $2 and id = $3 and password_hash = $5`,
    [...tenant(call), id, fresh, old],
  );
  return updated > 0 ? fresh : old;
};

/** Two round trips, each shared with the sign-ins of the same moment: the look-up, and the session with its event. */
export const signInWithPassword = (deps: Deps) => {
  const { db } = deps;
  const ask = createRowGatherer<Question, Found>({ db, text: LOOK_UP, name: 'password_look_up', columns: 4 });
  return async ({ email, password }: SignInWithPasswordRequest, call: CallContext): Promise<SignInResult> => {
    const isStorable = !email.includes('\0');
    const found = await ask([...tenant(call), ...emailSpellings(isStorable ? email : '')]);
    if (!found) throw knownErrors.CURRENT_PROJECT_NOT_FOUND({ project_id: call.project_id });
    if (!found.settings.allow_password) throw knownErrors.PASSWORD_AUTHENTICATION_NOT_ENABLED();
    const isRight = await deps.hasher.verify(password, found.password_hash);
    if (!isRight || found.password_hash === null) throw knownErrors.EMAIL_PASSWORD_MISMATCH();
    const { id, password_hash: old } = found;
    const password_hash = deps.hasher.isForeign(old) ? await rehash(deps, call, { id, old, password }) : old;
    const signIn = { is_new_user: false, reason: 'password', password_hash };
    const result = await beginSession(deps)(call, found, signIn);
    // The password was changed while this one was being checked.
    if (!result) throw knownErrors.EMAIL_PASSWORD_MISMATCH();
    return result;
  };
};
