/**
 * Hashes that other systems made, for users who are imported. Each kind has bounds, because the
 * parameters come from outside and decide what one verification costs.
 */
import { statusError } from '@portico/platform/errors';
import { verify as verifyArgon2 } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';
import { pbkdf2, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

type Verify = (password: string) => Promise<boolean>;

const MEBIBYTE = 1024 * 1024;
const MOST_MEMORY = 256 * MEBIBYTE;
const MOST_ITERATIONS = 5_000_000;
const MOST_BCRYPT_COST = 16;
/** bcrypt ignores what follows; a longer password must not match by its beginning. */
const BCRYPT_BYTES = 72;

const pbkdf2Async = promisify(pbkdf2);
const scryptAsync = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** Standard base64, or the dotted variant some libraries write. */
const bytesOf = (text: string): Buffer => Buffer.from(text.replace(/\./g, '+'), 'base64');

const equal = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

const parseBcrypt = (hash: string): Verify | undefined => {
  const cost = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(hash)?.[1];
  if (cost === undefined || Number(cost) < 4 || Number(cost) > MOST_BCRYPT_COST) return undefined;
  return async (password) => {
    const isWhole = Buffer.byteLength(password) <= BCRYPT_BYTES && !password.includes('\0');
    return isWhole && verifyBcrypt(password, hash);
  };
};

const ARGON2 =
  /^\$argon2(?:id|i|d)\$v=(?:19|16)\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$[A-Za-z0-9+/]{11,90}\$[A-Za-z0-9+/]{16,90}$/;

const parseArgon2 = (hash: string): Verify | undefined => {
  const [, memory, passes, lanes] = ARGON2.exec(hash) ?? [];
  const isBounded =
    Number(memory) * 1024 <= MOST_MEMORY &&
    Number(memory) * Number(passes) <= 2 * MEBIBYTE &&
    Number(lanes) <= 16;
  return memory !== undefined && isBounded ? (password) => verifyArgon2(hash, password) : undefined;
};

const SCRYPT =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/.]{2,100}={0,2})\$([A-Za-z0-9+/.]{20,180}={0,2})$/;

const parseScrypt = (hash: string): Verify | undefined => {
  const [, ln, r, p, salt = '', digest = ''] = SCRYPT.exec(hash) ?? [];
  const options = { N: 2 ** Number(ln), r: Number(r), p: Number(p), maxmem: 2 * MOST_MEMORY };
  const isBounded =
    options.N >= 2 &&
    options.r >= 1 &&
    options.p >= 1 &&
    128 * options.N * options.r * options.p <= MOST_MEMORY;
  if (ln === undefined || !isBounded) return undefined;
  const expected = bytesOf(digest);
  return async (password) =>
    equal(await scryptAsync(password, bytesOf(salt), expected.length, options), expected);
};

/** `$pbkdf2-sha256$29000$salt$digest`, `$pbkdf2-sha256$i=29000,l=32$…`, `pbkdf2_sha256$29000$salt$digest`. */
const PBKDF2 =
  /^\$pbkdf2-(sha256|sha512|sha1)\$(?:i=)?(\d{1,8})(?:,l=\d{1,3})?\$([A-Za-z0-9+/.]{2,200}={0,2})\$([A-Za-z0-9+/.]{20,200}={0,2})$/;
const PBKDF2_TEXT_SALT =
  /^pbkdf2_(sha256|sha512|sha1)\$(\d{1,8})\$([^$]{1,200})\$([A-Za-z0-9+/]{20,200}={0,2})$/;

const parsePbkdf2 = (hash: string): Verify | undefined => {
  const [, digest, iterations, salt = '', encoded = ''] =
    PBKDF2.exec(hash) ?? PBKDF2_TEXT_SALT.exec(hash) ?? [];
  if (digest === undefined || Number(iterations) < 1 || Number(iterations) > MOST_ITERATIONS)
    return undefined;
  const expected = bytesOf(encoded);
  const saltBytes = hash.startsWith('pbkdf2_') ? Buffer.from(salt, 'utf8') : bytesOf(salt);
  return async (password) =>
    equal(await pbkdf2Async(password, saltBytes, Number(iterations), expected.length, digest), expected);
};

const parse = (hash: string): Verify | undefined =>
  parseBcrypt(hash) ?? parseArgon2(hash) ?? parseScrypt(hash) ?? parsePbkdf2(hash);

/** @throws StatusError 400 when the hash is of a kind or a cost that cannot be verified here. */
export const checkForeignHash = (hash: string): void => {
  if (!parse(hash)) throw statusError(400, 'The password hash is of an unsupported kind.');
};

/** False for a wrong password and for a hash nobody can verify. */
export const verifyForeignHash = async (password: string, hash: string): Promise<boolean> =>
  (await parse(hash)?.(password)) ?? false;
