/**
 * Checks what stands for a project: its keys, or a session of one of its owners. What was accepted
 * is believed for at most a second; refusals are never remembered.
 */
import type { AccessType, CallContext } from '@portico/platform/call';
import type { Cache } from '@portico/platform/cache';
import type { Clock } from '@portico/platform/clock';
import { statusError } from '@portico/platform/errors';
import { sha256Hex } from '@portico/platform/hash';
import { isKnownError, knownErrors } from '@portico/platform/known-errors';
import { LRUCache } from 'lru-cache';
import type { Services } from '../services.ts';
import type { TokenVerifier } from './access-token.ts';
import { INTERNAL_PROJECT, isProjectId } from './project-id.ts';

/** Less than a second, because the answer was already on its way for a while. */
const BELIEVED_MILLIS = 900;

export interface Credentials {
  projectExists(call: CallContext): Promise<boolean>;
  keyIsValid(access_type: AccessType, key: string, call: CallContext): Promise<boolean>;
  /** The reason why an owner's token is refused, or undefined. */
  refuseOwner(jwt: string, call: CallContext): Promise<Error | undefined>;
  /** This gateway changed the keys or the existence of a project. */
  projectChanged(project_id: string): void;
  /** This gateway changed who belongs to a team of project `internal`, or ended a session there. */
  ownersChanged(): void;
}

export interface CredentialsDeps {
  readonly services: Services;
  readonly cache: Cache;
  readonly clock: Clock;
  readonly tokens: TokenVerifier;
}

/** Part of the cache keys, so that everything believed before a change is out of reach at once. */
const createGenerations = () => {
  const projects = new LRUCache<string, number>({ max: 50_000 });
  let owners = 0;
  return {
    ofProject: (project_id: string): number => projects.get(project_id) ?? 0,
    ofOwners: (): number => owners,
    projectChanged: (project_id: string): void => {
      projects.set(project_id, (projects.get(project_id) ?? 0) + 1);
    },
    ownersChanged: (): void => {
      owners += 1;
    },
  };
};

const adminTokenExpired = (expired_at_millis: number) =>
  knownErrors.ADMIN_ACCESS_TOKEN_EXPIRED({ expired_at_millis });

export const createCredentials = ({ services, cache, clock, tokens }: CredentialsDeps): Credentials => {
  const generations = createGenerations();

  /** Asks unless the same question was answered with yes just now. */
  const believed = async (name: string, ask: () => Promise<number>): Promise<boolean> => {
    if ((await cache.get<true>(name)) === true) return true;
    const asked_at = clock.now();
    const good_until = await ask();
    const millis = Math.min(BELIEVED_MILLIS, good_until - asked_at);
    if (millis <= 0) return false;
    // Nobody waits for a shared cache to learn it.
    void cache.set(name, true, millis);
    return true;
  };

  const findProject = async (call: CallContext): Promise<number> => {
    try {
      await services.identity.projects.getProject({}, call);
      return Infinity;
    } catch (error) {
      if (isKnownError(error, 'CURRENT_PROJECT_NOT_FOUND')) return 0;
      throw error;
    }
  };

  const findKey = async (access_type: AccessType, key: string, call: CallContext): Promise<number> => {
    const checked = await services.api_keys.project_keys.checkProjectKey({ access_type, key }, call);
    return checked.is_valid ? (checked.expires_at_millis ?? Infinity) : 0;
  };

  const refuseUser = async (
    user: { user_id: string; session_id: string },
    call: CallContext,
  ): Promise<Error | undefined> => {
    const ownership = await services.identity.projects.checkProjectOwner(user, call);
    if (!ownership.user_exists)
      return statusError(401, 'The user of the admin access token does not exist any more.');
    if (ownership.revoked_at_millis !== undefined) return adminTokenExpired(ownership.revoked_at_millis);
    return ownership.is_owner ? undefined : knownErrors.ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN();
  };

  return {
    projectExists: async (call) => {
      const { project_id } = call;
      if (!isProjectId(project_id)) return false;
      return believed(`project:${project_id}:${generations.ofProject(project_id)}`, () => findProject(call));
    },
    keyIsValid: async (access_type, key, call) => {
      const { project_id } = call;
      if (!isProjectId(project_id)) return false;
      const name = `key:${project_id}:${generations.ofProject(project_id)}:${access_type}:${sha256Hex(key)}`;
      return believed(name, () => findKey(access_type, key, call));
    },
    refuseOwner: async (jwt, call) => {
      const verdict = await tokens.verify(jwt);
      if (verdict.kind === 'expired' && !verdict.is_anonymous)
        return adminTokenExpired(verdict.expired_at_millis);
      if (verdict.kind !== 'valid' || verdict.token.is_anonymous)
        return knownErrors.UNPARSABLE_ADMIN_ACCESS_TOKEN();
      if (verdict.token.project_id !== INTERNAL_PROJECT) return knownErrors.ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN();
      const { user_id, session_id } = verdict.token;
      const { project_id } = call;
      if (!isProjectId(project_id)) return knownErrors.ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN();
      let refusal: Error | undefined;
      const name = `owner:${generations.ofOwners()}:${project_id}:${generations.ofProject(project_id)}:${user_id}:${session_id}`;
      await believed(name, async () => {
        refusal = await refuseUser({ user_id, session_id }, call);
        return refusal === undefined ? Infinity : 0;
      });
      return refusal;
    },
    projectChanged: generations.projectChanged,
    ownersChanged: generations.ownersChanged,
  };
};
