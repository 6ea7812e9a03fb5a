import { statusError } from '@portico/platform/errors';
import type { JWTPayload } from 'jose';
import { isEmail } from '../users/email-address.ts';
import { parseJson } from './json-at.ts';
import type { ProviderHttp } from './provider-http.ts';
import type { Profile, ProfileSource, Provider } from './provider.ts';

const LONGEST_ID = 512;
const LONGEST_NAME = 256;

const refused = () => statusError(400, 'The OAuth provider does not say who signed in.');

const sourceOf = (http: ProviderHttp, access_token: string, claims: JWTPayload): ProfileSource => {
  const getUnless: ProfileSource['getUnless'] = async (expected, url, headers) => {
    const { status, text } = await http.send(url, {
      headers: { authorization: `Bearer ${access_token}`, ...headers },
    });
    if (status === expected) return undefined;
    if (status >= 500) {
      throw statusError(503, 'The OAuth provider is out of order. Please try again.', { 'retry-after': '5' });
    }
    const body = parseJson(text);
    if (status < 200 || status > 299 || body === undefined) throw refused();
    return body;
  };
  return { claims, getUnless, get: (url, headers) => getUnless(0, url, headers) };
};

const isWebUrl = (url: string): boolean => /^https?:\/\//.test(url) && URL.canParse(url);
const isStorable = (text: string): boolean => !text.includes('\0');

/** The account as it may be stored. Only plain ASCII addresses pass, so no look-alike is taken for another. */
const checked = (profile: Profile): Profile => {
  const { account_id, email, display_name, profile_image_url } = profile;
  if (account_id === '' || account_id.length > LONGEST_ID || !isStorable(account_id)) throw refused();
  if (email !== null && !isEmail(email)) {
    throw statusError(400, 'The OAuth provider gave an invalid email address.');
  }
  const name = display_name?.trim().slice(0, LONGEST_NAME) ?? '';
  return {
    account_id,
    email,
    email_verified: email !== null && profile.email_verified,
    display_name: name === '' || !isStorable(name) ? null : name,
    profile_image_url: profile_image_url !== null && isWebUrl(profile_image_url) ? profile_image_url : null,
  };
};

export interface ProfileRequest {
  http: ProviderHttp;
  provider: Provider;
  access_token: string;
  claims: JWTPayload;
}

/** @throws StatusError when the provider does not say who it is, or not in a usable way. */
export const readProfile = async (request: ProfileRequest): Promise<Profile> => {
  const { http, provider, access_token, claims } = request;
  return checked(await provider.profile(sourceOf(http, access_token, claims)));
};
