/** Finds out from the headers who is calling and for which project. The order of checks is the wire's. */
import type { AccessType, CallContext } from '@portico/platform/call';
import { statusError } from '@portico/platform/errors';
import { knownErrors } from '@portico/platform/known-errors';
import type { User } from '@portico/proto/identity/v1/users';
import type { IncomingHttpHeaders } from 'node:http';
import { requestHeaders } from '../http/headers.ts';
import type { Services } from '../services.ts';
import type { AccessToken, TokenVerifier } from './access-token.ts';
import type { Credentials } from './credentials.ts';
import { INTERNAL_PROJECT } from './project-id.ts';

export interface Authentication {
  readonly access_type: AccessType;
  readonly project_id: string;
  readonly branch_id: string;
  readonly token: AccessToken | undefined;
  /** Absent without a token and when the user was deleted. */
  readonly user: User | undefined;
}

export interface AuthenticateOptions {
  readonly request_id: string;
  /** The route itself answers for sessions that were signed out. */
  readonly accepts_revoked_session: boolean;
}

export interface Access {
  readonly credentials: Credentials;
  /** Undefined when the request carries no access type. */
  authenticate(
    headers: IncomingHttpHeaders,
    options: AuthenticateOptions,
  ): Promise<Authentication | undefined>;
}

export interface AccessDeps {
  readonly services: Services;
  readonly tokens: TokenVerifier;
  readonly credentials: Credentials;
  readonly allow_override_key: boolean;
}

/** Node joins repeated headers of these names, so a value is never a list. */
const read = (headers: IncomingHttpHeaders, name: keyof typeof requestHeaders): string =>
  (headers[requestHeaders[name]] as string | undefined) ?? '';

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

const KEYS = [
  'publishable_client_key',
  'secret_server_key',
  'super_secret_admin_key',
  'admin_access_token',
] as const;

const readAccessType = (headers: IncomingHttpHeaders): AccessType | undefined => {
  const type = read(headers, 'access_type');
  if (type === 'client' || type === 'server' || type === 'admin') return type;
  if (type !== '') throw knownErrors.INVALID_ACCESS_TYPE();
  if (KEYS.some((name) => read(headers, name) !== '')) throw knownErrors.PROJECT_KEY_WITHOUT_ACCESS_TYPE();
  return undefined;
};

/** Where a workflow token may be used there are none, for no workflow runs. */
const refuseWorkflowToken = (access_type: AccessType): Error =>
  access_type === 'admin'
    ? knownErrors.ADMIN_AUTHENTICATION_REQUIRED()
    : knownErrors.WORKFLOW_TOKEN_DOES_NOT_EXIST();

export const createAccess = ({ services, tokens, credentials, allow_override_key }: AccessDeps): Access => {
  const readToken = async (
    headers: IncomingHttpHeaders,
    project_id: string,
  ): Promise<AccessToken | undefined> => {
    const jwt = read(headers, 'access_token');
    if (jwt === '') return undefined;
    const verdict = await tokens.verify(jwt);
    if (verdict.kind === 'unparsable') throw knownErrors.UNPARSABLE_ACCESS_TOKEN();
    if (verdict.kind === 'expired')
      throw knownErrors.ACCESS_TOKEN_EXPIRED({ expired_at_millis: verdict.expired_at_millis });
    const { token } = verdict;
    if (token.project_id !== project_id) {
      const actual_project_id = token.project_id;
      throw knownErrors.INVALID_PROJECT_FOR_ACCESS_TOKEN({
        expected_project_id: project_id,
        actual_project_id,
      });
    }
    if (token.is_anonymous && read(headers, 'allow_anonymous_user') !== 'true') {
      throw knownErrors.ANONYMOUS_AUTHENTICATION_NOT_ALLOWED();
    }
    return token;
  };

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
  const refuse = async (headers: IncomingHttpHeaders, access_type: AccessType, call: CallContext) => {
    const override_key = read(headers, 'development_override_key');
    const admin_token = read(headers, 'admin_access_token');
    const one = () => {
      if (override_key !== '') return refuseOverrideKey(override_key, call);
      if (admin_token !== '') return credentials.refuseOwner(admin_token, call);
      if (read(headers, 'workflow_token') !== '') return refuseWorkflowToken(access_type);
      return refuseKey(read(headers, keyHeaders[access_type]), access_type, call);
    };
    const refusal = await one();
    const proven = refusal === undefined && override_key === '';
    if (proven || (await credentials.projectExists(call))) return refusal;
    return knownErrors.CURRENT_PROJECT_NOT_FOUND({ project_id: call.project_id });
  };

  return {
    credentials,
    authenticate: async (headers, { request_id, accepts_revoked_session }) => {
      const access_type = readAccessType(headers);
      if (access_type === undefined) return undefined;
      const project_id = read(headers, 'project_id');
      if (project_id === '') throw knownErrors.ACCESS_TYPE_WITHOUT_PROJECT_ID({ request_type: access_type });
      const token = await readToken(headers, project_id);
      const call: CallContext = { request_id, project_id, branch_id: 'main' };
      const [session, refusal] = await Promise.all([
        token &&
          services.identity.sessions.resolveSession(
            { user_id: token.user_id, session_id: token.session_id },
            call,
          ),
        refuse(headers, access_type, call),
      ]);
      if (session?.revoked_at_millis !== undefined && !accepts_revoked_session) {
        throw knownErrors.ACCESS_TOKEN_EXPIRED({ expired_at_millis: session.revoked_at_millis });
      }
      if (refusal) throw refusal;
      const branch_id = (headers[requestHeaders.branch_id] as string | undefined) ?? 'main';
      if (branch_id !== 'main') throw knownErrors.BRANCH_DOES_NOT_EXIST({ branch_id });
      return { access_type, project_id, branch_id, token, user: session?.user };
    },
  };
};
