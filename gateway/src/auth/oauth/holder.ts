/** The access token that an application puts into the address it sends a browser to. */
import type { CallContext } from '@portico/platform/call';
import { statusError } from '@portico/platform/errors';
import { knownErrors } from '@portico/platform/known-errors';
import type { TokenVerifier } from '../../access/access-token.ts';
import type { Services } from '../../services.ts';

/** Whose token it is, and of which session. Tokens of anonymous users are welcome: that is how they become regular ones. */
export const userOfToken = async (
  jwt: string,
  { tokens, services }: { tokens: TokenVerifier; services: Services },
  call: CallContext,
): Promise<{ user_id: string; session_id: string }> => {
  const verdict = await tokens.verify(jwt);
  if (verdict.kind === 'expired') {
    throw knownErrors.ACCESS_TOKEN_EXPIRED({ expired_at_millis: verdict.expired_at_millis });
  }
  if (verdict.kind !== 'valid') throw knownErrors.UNPARSABLE_ACCESS_TOKEN();
  const { user_id, session_id, project_id } = verdict.token;
  if (project_id !== call.project_id) {
    throw statusError(403, 'The access token belongs to another project.');
  }
  const { revoked_at_millis } = await services.identity.sessions.resolveSession(
    { user_id, session_id },
    call,
  );
  if (revoked_at_millis !== undefined) {
    throw knownErrors.ACCESS_TOKEN_EXPIRED({ expired_at_millis: revoked_at_millis });
  }
  return { user_id, session_id };
};
