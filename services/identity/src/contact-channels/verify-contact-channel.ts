import type { CallContext } from '@portico/platform/call';
import { sql, transaction } from '@portico/platform/db/sql';
import { statusError } from '@portico/platform/errors';
import { emit } from '@portico/platform/events/outbox';
import type {
  CheckVerificationCodeRequest,
  ContactChannelVerified,
  VerificationCodeChecked,
  VerifyContactChannelRequest,
} from '@portico/proto/identity/v1/contact_channels';
import { tenant, type IdentityDeps } from '../deps.ts';
import { checkCode, useCode } from '../verification-codes/check-code.ts';
import { channelEvent } from './contact-channel.events.ts';
import type { ContactChannelRow } from './contact-channel.ts';

const type = 'contact_channel_verification';

/** Whoever holds the code may use it, signed in or not. */
export const verifyContactChannel =
  (deps: Pick<IdentityDeps, 'db' | 'clock'>) =>
  async (request: VerifyContactChannelRequest, call: CallContext): Promise<ContactChannelVerified> => {
    const { id, data, method } = await checkCode(deps, call, { type, code: request.code });
    const verified = await transaction(deps.db, async (tx) => {
      await useCode(tx, call, { id, now: deps.clock.now() });
      const [row] = await sql(tx).query<ContactChannelRow>(
        `update contact_channels set is_verified = true
         where project_id = $1 and branch_id = $2 and user_id = $3 and type = 'email' and value = $4
         returning *`,
        [...tenant(call), data.user_id, method.email],
      );
      if (row) await emit(tx, channelEvent(call, 'contact_channel.updated', row));
      return row !== undefined;
    });
    // The code stays used: the address it was sent to is not this user's any more.
    if (!verified) throw statusError(400, 'The contact channel does not exist any more.');
    return {};
  };

export const checkVerificationCode =
  (deps: Pick<IdentityDeps, 'db' | 'clock'>) =>
  async (request: CheckVerificationCodeRequest, call: CallContext): Promise<VerificationCodeChecked> => {
    await checkCode(deps, call, { type, code: request.code });
    return { is_code_valid: true };
  };
