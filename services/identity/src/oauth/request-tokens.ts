/** Talks to the token endpoint of a provider. */
import { knownErrors } from '@portico/platform/known-errors';
import { statusError } from '@portico/platform/errors';
import { jsonAt, parseJson, textAt } from './json-at.ts';
import type { ProviderHttp } from './provider-http.ts';
import type { Provider, ProviderEntry } from './provider.ts';

export interface ProviderTokens {
  access_token: string;
  refresh_token: string | null;
  id_token: string | null;
  expires_at_millis: number;
}

/** The provider said no, in the words of RFC 6749. */
export class ProviderRefusal extends Error {
  readonly code: string;
  readonly parameters: unknown;

  constructor(code: string, parameters: unknown) {
    super(`The OAuth provider answered ${code}.`);
    this.code = code;
    this.parameters = parameters;
  }
}

const HOUR_SECONDS = 3600;

const secondsAt = (body: unknown, name: string): number | undefined => {
  const found = Number(jsonAt(body, name) ?? Number.NaN);
  return Number.isFinite(found) && found > 0 ? found : undefined;
};

const expiry = (provider: Provider, body: unknown, now: number): number => {
  const seconds = secondsAt(body, 'expires_in');
  if (seconds !== undefined) return now + Math.floor(seconds * 1000);
  const at = secondsAt(body, 'expires_at');
  if (at !== undefined) return Math.floor(at * 1000);
  return now + (provider.token_lifetime_seconds ?? HOUR_SECONDS) * 1000;
};

/** Form encoding of each half comes before base64, says RFC 6749 section 2.3.1. */
const basic = ({ client_id, client_secret }: ProviderEntry): string => {
  const encode = (text: string) => new URLSearchParams({ text }).toString().slice('text='.length);
  return `Basic ${Buffer.from(`${encode(client_id)}:${encode(client_secret)}`).toString('base64')}`;
};

/** Some providers answer a form, and some an error with status 200. */
const parseAnswer = (text: string): unknown => {
  const json = parseJson(text);
  return json ?? Object.fromEntries(new URLSearchParams(text));
};

export interface TokenRequest {
  http: ProviderHttp;
  provider: Provider;
  entry: ProviderEntry;
  grant: Readonly<Record<string, string>>;
  now: number;
}

/** @throws ProviderRefusal */
export const requestTokens = async (request: TokenRequest): Promise<ProviderTokens> => {
  const { http, provider, entry, grant, now } = request;
  const { client_id, client_secret } = entry;
  const isBasic = provider.client_authentication === 'basic';
  const { status, text } = await http.send(provider.token_url, {
    method: 'POST',
    headers: isBasic ? { authorization: basic(entry) } : {},
    form: isBasic ? grant : { ...grant, client_id, client_secret },
  });
  if (status >= 500) {
    throw statusError(503, 'The OAuth provider is out of order. Please try again.', { 'retry-after': '5' });
  }
  const body = parseAnswer(text);
  const access_token = textAt(body, 'access_token');
  const error = jsonAt(body, 'error');
  if (status >= 400 || error !== undefined || access_token === null) {
    throw new ProviderRefusal(typeof error === 'string' ? error : 'invalid_response', body);
  }
  return {
    access_token,
    refresh_token: textAt(body, 'refresh_token'),
    id_token: textAt(body, 'id_token'),
    expires_at_millis: expiry(provider, body, now),
  };
};

const DENIED: readonly string[] = ['access_denied', 'consent_required', 'user_cancelled_authorize'];

const sentenceOf = (refusal: ProviderRefusal): string => {
  switch (refusal.code) {
    case 'invalid_grant':
    case 'bad_verification_code':
      return 'The OAuth provider does not accept the authorization code. Please sign in again.';
    case 'invalid_client':
    case 'incorrect_client_credentials':
      return 'The OAuth provider does not accept the client id or secret of this project.';
    case 'unauthorized_scope_error': {
      const scope = textAt(refusal.parameters, 'scope');
      return `The OAuth provider does not allow ${scope === null ? 'a requested scope' : `the scope "${scope.slice(0, 200)}"`} for this app.`;
    }
    default:
      return 'The OAuth provider refused the sign-in.';
  }
};

/** What the caller learns about a refusal. */
export const refusalError = (refusal: ProviderRefusal): Error =>
  DENIED.includes(refusal.code)
    ? knownErrors.OAUTH_PROVIDER_ACCESS_DENIED()
    : statusError(400, sentenceOf(refusal));
