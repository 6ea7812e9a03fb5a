import { statusError } from '@portico/platform/errors';
import { knownErrors } from '@portico/platform/known-errors';

/** The one form an address is stored and compared in. Dots and plus-tags are part of it. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

/** The spellings a sign-in looks for: as given (older rows), then the form that is stored today. */
export const emailSpellings = (email: string): [given: string, stored: string] => [
  email,
  normaliseEmail(email),
];

export const emailTaken = (email: string) =>
  knownErrors.USER_EMAIL_ALREADY_EXISTS({ email, would_work_if_email_was_verified: false });

export interface EmailState {
  primary_email: string | null;
  primary_email_verified: boolean;
  primary_email_auth_enabled: boolean;
}

/** RFC 3696: 64 for the name, 255 for the domain, and the `@`. An index could not hold much more. */
const LONGEST_EMAIL = 320;

export const checkEmailLength = (email: string): void => {
  if (email.length > LONGEST_EMAIL)
    throw statusError(400, `An address has at most ${LONGEST_EMAIL} characters.`);
};

/** Flags of an address need an address. */
export const checkEmailState = (state: EmailState): void => {
  if (state.primary_email !== null) return checkEmailLength(state.primary_email);
  if (state.primary_email_auth_enabled) {
    throw statusError(400, 'An address is needed before it can be used for authentication.');
  }
  if (state.primary_email_verified) throw statusError(400, 'An address is needed before it can be verified.');
};

const HTML_EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** The address grammar of HTML's `<input type=email>`. */
export const isEmail = (text: string): boolean => text.length <= LONGEST_EMAIL && HTML_EMAIL.test(text);
