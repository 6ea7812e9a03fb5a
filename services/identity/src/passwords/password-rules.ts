import { knownErrors } from '@portico/platform/known-errors';

const SHORTEST = 8;
const LONGEST = 70;
/** Several systems that hashes come from and go to read no more bytes than this. */
const LONGEST_BYTES = 71;

/** The rule for every password that is set, whoever sets it. */
export const checkLongestPassword = (password: string): void => {
  const tooLong = password.length > LONGEST || Buffer.byteLength(password, 'utf8') > LONGEST_BYTES;
  if (tooLong) throw knownErrors.PASSWORD_TOO_LONG({ maxLength: LONGEST });
};

/** The rule for passwords people choose themselves. */
export const checkPassword = (password: string): void => {
  if (password.length < SHORTEST) throw knownErrors.PASSWORD_TOO_SHORT({ min_length: SHORTEST });
  checkLongestPassword(password);
};
