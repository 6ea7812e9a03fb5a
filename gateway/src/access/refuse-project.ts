/** Judges the one credential of a request that stands for its project. */
import type { AccessType, CallContext } from '@portico/platform/call';
import { statusError } from '@portico/platform/errors';
import { knownErrors } from '@portico/platform/known-errors';
import type { IncomingHttpHeaders } from 'node:http';
import type { requestHeaders } from '../http/headers.ts';
import type { Credentials } from './credentials.ts';
import { INTERNAL_PROJECT } from './project-id.ts';
import { readHeader } from './read-header.ts';

const keyHeaders = {
  client: 'publishable_client_key',
  server: 'secret_server_key',
  admin: 'super_secret_admin_key',
} as const satisfies Record<AccessType, keyof typeof requestHeaders>;

const missingKey = {
  client: () => knownErrors.CLIENT_AUTHENTICATION_REQUIRED(),
  server: () => knownErrors.SERVER_AUTHENTICATION_REQUIRED(),
  admin: () => knownErrors.ADMIN_AUTHENTICATION_REQUIRED(),
};

const invalidKey = {
  client: (project_id: string) => knownErrors.INVALID_PUBLISHABLE_CLIENT_KEY({ project_id }),
  server: (project_id: string) => knownErrors.INVALID_SECRET_SERVER_KEY({ project_id }),
  admin: (project_id: string) => knownErrors.INVALID_SUPER_SECRET_ADMIN_KEY({ project_id }),
};

/** Where a workflow token may be used there are none, for no workflow runs. */
const refuseWorkflowToken = (access_type: AccessType): Error =>
  access_type === 'admin'
    ? knownErrors.ADMIN_AUTHENTICATION_REQUIRED()
    : knownErrors.WORKFLOW_TOKEN_DOES_NOT_EXIST();

export interface ProjectCheck {
  readonly headers: IncomingHttpHeaders;
  readonly access_type: AccessType;
  readonly call: CallContext;
}

interface Deps {
  readonly credentials: Credentials;
  readonly allow_override_key: boolean;
}

/** The reason why the request may not act for its project, or undefined. */
export const createProjectCheck = ({ credentials, allow_override_key }: Deps) => {
  const refuseOverrideKey = async (key: string, call: CallContext): Promise<Error | undefined> => {
    const internal = { ...call, project_id: INTERNAL_PROJECT };
    const accepted = allow_override_key && (await credentials.keyIsValid('admin', key, internal));
    return accepted ? undefined : statusError(401, 'The development override key is not accepted here.');
  };

  const refuseKey = async (
    key: string,
    access_type: AccessType,
    call: CallContext,
  ): Promise<Error | undefined> => {
    if (key === '') return missingKey[access_type]();
    const accepted = await credentials.keyIsValid(access_type, key, call);
    return accepted ? undefined : invalidKey[access_type](call.project_id);
  };

  /** Exactly one credential counts. A valid one proves that the project exists; a refused one does not. */
  return async ({ headers, access_type, call }: ProjectCheck): Promise<Error | undefined> => {
    const override_key = readHeader(headers, 'development_override_key');
    const admin_token = readHeader(headers, 'admin_access_token');
    const one = () => {
      if (override_key !== '') return refuseOverrideKey(override_key, call);
      if (admin_token !== '') return credentials.refuseOwner(admin_token, call);
      if (readHeader(headers, 'workflow_token') !== '') return refuseWorkflowToken(access_type);
      return refuseKey(readHeader(headers, keyHeaders[access_type]), access_type, call);
    };
    const refusal = await one();
    const proven = refusal === undefined && override_key === '';
    if (proven || (await credentials.projectExists(call))) return refusal;
    return knownErrors.CURRENT_PROJECT_NOT_FOUND({ project_id: call.project_id });
  };
};
