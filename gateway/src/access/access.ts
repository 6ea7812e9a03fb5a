/** Finds out from the headers who is calling and for which project. The order of checks is the wire's. */
import type { AccessType, CallContext } from '@portico/platform/call';
import { knownErrors } from '@portico/platform/known-errors';
import type { User } from '@portico/proto/identity/v1/users';
import type { IncomingHttpHeaders } from 'node:http';
import { requestHeaders } from '../http/headers.ts';
import type { Services } from '../services.ts';
import type { AccessToken, TokenVerifier } from './access-token.ts';
import type { Credentials } from './credentials.ts';
import { readHeader } from './read-header.ts';
import { createProjectCheck } from './refuse-project.ts';

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
  readonly tokens: TokenVerifier;
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

const KEYS = [
  'publishable_client_key',
  'secret_server_key',
  'super_secret_admin_key',
  'admin_access_token',
] as const;

const readAccessType = (headers: IncomingHttpHeaders): AccessType | undefined => {
  const type = readHeader(headers, 'access_type');
  if (type === 'client' || type === 'server' || type === 'admin') return type;
  if (type !== '') throw knownErrors.INVALID_ACCESS_TYPE();
  if (KEYS.some((name) => readHeader(headers, name) !== ''))
    throw knownErrors.PROJECT_KEY_WITHOUT_ACCESS_TYPE();
  return undefined;
};

export const createAccess = ({ services, tokens, credentials, allow_override_key }: AccessDeps): Access => {
  const refuseProject = createProjectCheck({ credentials, allow_override_key });
  const readToken = async (
    headers: IncomingHttpHeaders,
    project_id: string,
  ): Promise<AccessToken | undefined> => {
    const jwt = readHeader(headers, 'access_token');
    if (jwt === '') return undefined;
    const verdict = await tokens.verify(jwt);
    if (verdict.kind === 'unknown_project' && verdict.project_id === project_id)
      throw knownErrors.CURRENT_PROJECT_NOT_FOUND({ project_id });
    if (verdict.kind === 'expired')
      throw knownErrors.ACCESS_TOKEN_EXPIRED({ expired_at_millis: verdict.expired_at_millis });
    if (verdict.kind !== 'valid') throw knownErrors.UNPARSABLE_ACCESS_TOKEN();
    const { token } = verdict;
    if (token.project_id !== project_id) {
      const actual_project_id = token.project_id;
      throw knownErrors.INVALID_PROJECT_FOR_ACCESS_TOKEN({
        expected_project_id: project_id,
        actual_project_id,
      });
    }
    if (token.is_anonymous && readHeader(headers, 'allow_anonymous_user') !== 'true') {
      throw knownErrors.ANONYMOUS_AUTHENTICATION_NOT_ALLOWED();
    }
    return token;
  };

  return {
    credentials,
    tokens,
    authenticate: async (headers, { request_id, accepts_revoked_session }) => {
      const access_type = readAccessType(headers);
      if (access_type === undefined) return undefined;
      const project_id = readHeader(headers, 'project_id');
      if (project_id === '') throw knownErrors.ACCESS_TYPE_WITHOUT_PROJECT_ID({ request_type: access_type });
      const token = await readToken(headers, project_id);
      const call: CallContext = { request_id, project_id, branch_id: 'main' };
      const [session, refusal] = await Promise.all([
        token &&
          services.identity.sessions.resolveSession(
            { user_id: token.user_id, session_id: token.session_id },
            call,
          ),
        refuseProject({ headers, access_type, call }),
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
