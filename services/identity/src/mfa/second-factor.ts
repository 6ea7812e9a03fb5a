/** The two kinds of second factor, each used up in the transaction of the sign-in. */
import type { CallContext } from '@portico/platform/call';
import { sql } from '@portico/platform/db/sql';
import { knownErrors } from '@portico/platform/known-errors';
import type { SignInWithMfaRequest } from '@portico/proto/identity/v1/mfa';
import type { EntityManager } from 'typeorm';
import { tenant, type IdentityDeps } from '../deps.ts';
import { totpSecretPlace } from '../users/totp-secret.ts';
import { recoveryCodeHash } from './recovery-code.ts';
import { isTotp, totpStep } from './totp.ts';
import type { Factor } from './take-try.ts';

/** A user with a second factor. */
export interface Holder {
  user_id: string;
  totp_secret_sealed: string;
}

export interface SecondFactor {
  name: Factor;
  /** @throws INVALID_TOTP_CODE when it is wrong, or has been accepted before. */
  use(tx: EntityManager): Promise<void>;
}

type Deps = Pick<IdentityDeps, 'keyring' | 'clock'>;

const useTotp = async (
  { keyring, clock }: Deps,
  call: CallContext,
  given: Holder & { totp: string; tx: EntityManager },
): Promise<void> => {
  const { user_id, totp_secret_sealed, totp, tx } = given;
  const secret = Buffer.from(keyring.open(totp_secret_sealed, totpSecretPlace(call, user_id)), 'base64');
  const step = totpStep(clock.now());
  if (!isTotp(totp, secret, step)) throw knownErrors.INVALID_TOTP_CODE();
  // One sign-in a step: whoever looks over a shoulder comes too late.
  const accepted = await sql(tx).execute(
    `update users set totp_last_step = $4
     where project_id = $1 and branch_id = $2 and id = $3 and totp_secret_sealed = $5
       and (totp_last_step is null or totp_last_step < $4)`,
    [...tenant(call), user_id, step, totp_secret_sealed],
  );
  if (accepted === 0) throw knownErrors.INVALID_TOTP_CODE();
};

const useRecoveryCode = async (
  { clock }: Deps,
  call: CallContext,
  given: Holder & { recovery_code: string; tx: EntityManager },
): Promise<void> => {
  const used = await sql(given.tx).execute(
    `update recovery_codes set used_at_millis = $5
     where project_id = $1 and branch_id = $2 and user_id = $3 and code_hash = $4 and used_at_millis is null`,
    [...tenant(call), given.user_id, recoveryCodeHash(given.recovery_code), clock.now()],
  );
  if (used === 0) throw knownErrors.INVALID_TOTP_CODE('Invalid recovery code. Please try another one.');
};

export const secondFactorOf = (
  deps: Deps,
  call: CallContext,
  { request, holder }: { request: SignInWithMfaRequest; holder: Holder },
): SecondFactor => {
  const { totp, recovery_code } = request;
  if (recovery_code !== undefined) {
    const use = (tx: EntityManager) => useRecoveryCode(deps, call, { ...holder, recovery_code, tx });
    return { name: 'recovery_code', use };
  }
  return { name: 'totp', use: (tx) => useTotp(deps, call, { ...holder, totp: totp ?? '', tx }) };
};
