/** OAuth clients of ours: a client is a project, with its branch behind a `#`; its secret a publishable key. */
import type { CallContext } from '@portico/platform/call';
import { knownErrors } from '@portico/platform/known-errors';
import type { Credentials } from '../../access/credentials.ts';

const tenantOf = (client_id: string, call: CallContext): CallContext => {
  const [project_id = '', branch_id = 'main'] = client_id.split('#', 2);
  return { ...call, project_id, branch_id, access_type: 'client' };
};

export interface OAuthClient {
  client_id: string;
  client_secret: string;
}

/** For a browser that is to be sent somewhere, and whoever reads its error. */
export const requireClient = async (
  { client_id, client_secret }: OAuthClient,
  credentials: Credentials,
  call: CallContext,
): Promise<CallContext> => {
  const tenant = tenantOf(client_id, call);
  if (tenant.branch_id !== 'main' || !(await credentials.projectExists(tenant))) {
    throw knownErrors.INVALID_OAUTH_CLIENT_ID_OR_SECRET({ client_id });
  }
  const { project_id } = tenant;
  if (!(await credentials.keyIsValid('client', client_secret, tenant))) {
    throw knownErrors.INVALID_PUBLISHABLE_CLIENT_KEY({ project_id });
  }
  return tenant;
};

/** For the token endpoint. A public client leaves its secret out and proves itself otherwise. */
export const authenticateClient = async (
  { client_id, client_secret }: { client_id: string; client_secret: string | undefined },
  credentials: Credentials,
  call: CallContext,
): Promise<CallContext> => {
  const tenant = tenantOf(client_id, call);
  const isAccepted =
    tenant.branch_id === 'main' &&
    (client_secret === undefined
      ? await credentials.projectExists(tenant)
      : await credentials.keyIsValid('client', client_secret, tenant));
  if (!isAccepted) throw knownErrors.INVALID_OAUTH_CLIENT_ID_OR_SECRET({ client_id: null });
  return tenant;
};
