/** Identifiers and secrets. All of them come from the operating system's random source. */
import { randomBytes, randomUUID } from 'node:crypto';

/** Crockford base32, lower case: no i, l, o, u, so that codes survive being read aloud. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** `length` characters of 5 bits each. 256 is a multiple of 32, so the mask favours no character. */
const crockford = (length: number): string => {
  let text = '';
  for (const byte of randomBytes(length)) text += ALPHABET[byte & 31];
  return text;
};

/** A random (version 4) UUID, lower case. */
export const newUuid = (): string => randomUUID();

/** 45 characters, 225 bits: keys, refresh tokens, verification codes. */
export const newSecret = (): string => crockford(45);

/** 16 characters, 80 bits: unique enough for logs, not a secret. */
export const newRequestId = (): string => crockford(16);
