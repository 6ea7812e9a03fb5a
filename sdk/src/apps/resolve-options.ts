import type { RedirectMethod } from '../urls/redirect-method.ts';
import type { Access } from '../http/api.ts';
import { environment, isBrowser } from './environment.ts';
import type { AnyAppOptions } from './options.ts';

/** What an app runs on: validated, with every default but the lazily read base URL filled in. */
export interface ResolvedOptions extends AnyAppOptions {
  readonly projectId: string;
  readonly redirectMethod: RedirectMethod;
  readonly extraRequestHeaders: Record<string, string>;
  readonly oauthScopesOnSignIn: Record<string, string[]>;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

const required = (value: string | undefined, option: string, variable: string): string => {
  if (value) return value;
  throw new Error(
    `The option "${option}" is missing. Pass it to the constructor or set the environment variable ${variable}.`,
  );
};

const parseHeaders = (text: string | undefined): Record<string, string> => {
  if (!text) return {};
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new Error('NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS must be a JSON object.');
  }
  return parsed as Record<string, string>;
};

const keysFor = (access: Access, options: AnyAppOptions): Partial<AnyAppOptions> => {
  if (options.projectOwnerSession) return { publishableClientKey: options.publishableClientKey };
  const keys: Partial<AnyAppOptions> = {
    publishableClientKey: required(
      options.publishableClientKey ?? environment.publishableClientKey(),
      'publishableClientKey',
      'NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY',
    ),
  };
  if (access === 'client') return keys;
  keys.secretServerKey = required(
    options.secretServerKey ?? environment.secretServerKey(),
    'secretServerKey',
    'STACK_SECRET_SERVER_KEY',
  );
  if (access === 'server') return keys;
  keys.superSecretAdminKey = required(
    options.superSecretAdminKey ?? environment.superSecretAdminKey(),
    'superSecretAdminKey',
    'STACK_SUPER_SECRET_ADMIN_KEY',
  );
  return keys;
};

/** Fills defaults and refuses what cannot work, naming the environment variable that would help. */
export const resolveOptions = (
  access: Access,
  options: AnyAppOptions,
  defaultRedirect: RedirectMethod,
): ResolvedOptions => {
  const projectId = required(
    options.projectId ?? environment.projectId(),
    'projectId',
    'NEXT_PUBLIC_STACK_PROJECT_ID',
  );
  if (projectId !== 'internal' && !uuid.test(projectId)) {
    throw new Error(`The project id must be a UUID or "internal", not "${projectId}".`);
  }
  return {
    ...options,
    ...keysFor(access, options),
    projectId,
    redirectMethod: options.redirectMethod ?? defaultRedirect,
    extraRequestHeaders: options.extraRequestHeaders ?? parseHeaders(environment.extraRequestHeaders()),
    oauthScopesOnSignIn: options.oauthScopesOnSignIn ?? {},
  };
};

/** Read at each request: the same app may run on a server and, serialised, in a browser. */
export const baseUrlOf = ({ baseUrl }: Pick<AnyAppOptions, 'baseUrl'>): string => {
  const chosen = typeof baseUrl === 'object' ? (isBrowser() ? baseUrl.browser : baseUrl.server) : baseUrl;
  return (chosen ?? environment.baseUrl()).replace(/\/$/, '');
};
