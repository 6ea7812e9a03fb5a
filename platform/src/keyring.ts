/**
 * Encryption of secrets that must be read back later: OAuth tokens, SMTP passwords, TOTP secrets.
 * AES-256-GCM with a fresh 96-bit nonce each time. The associated data (`aad`) names the place the
 * value belongs to (project, table, row), so that a ciphertext copied elsewhere does not open.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

export interface Keyring {
  /** `<key id>.<base64url of nonce, ciphertext and tag>`, sealed with the newest key. */
  seal(plaintext: string, aad: string): string;
  /** Opens with whichever key sealed it; throws when key, place or bytes do not match. */
  open(sealed: string, aad: string): string;
  /** True when an older key sealed it, so that the caller may seal it again. */
  isStale(sealed: string): boolean;
}

const parseKey = (entry: string): [string, Buffer] => {
  const [id, encoded, ...rest] = entry.trim().split(':');
  const key = Buffer.from(encoded ?? '', 'base64');
  if (!id || !/^[A-Za-z0-9_-]+$/.test(id) || rest.length > 0 || key.length !== KEY_BYTES) {
    // The entry itself is a secret and stays out of the message.
    throw new Error('A keyring entry must be "<id>:<base64 of 32 bytes>".');
  }
  return [id, key];
};

/** Text for a configuration variable: a new random key under the given id. */
export const newKeyringEntry = (id: string): string => `${id}:${randomBytes(KEY_BYTES).toString('base64')}`;

/** @param text `k2:base64,k1:base64`, newest key first; throws when an entry is malformed. */
export const createKeyring = (text: string): Keyring => {
  const entries = text.split(',').map(parseKey);
  const keys = new Map(entries);
  if (keys.size !== entries.length) throw new Error('A keyring must not name one key id twice.');
  const [newest] = entries;
  if (!newest) throw new Error('A keyring must have a key.');
  const [newestId, newestKey] = newest;

  const seal = (plaintext: string, aad: string): string => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', newestKey, nonce).setAAD(Buffer.from(aad, 'utf8'));
    const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
    return `${newestId}.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`;
  };

  const open = (sealed: string, aad: string): string => {
    const dot = sealed.indexOf('.');
    const key = keys.get(sealed.slice(0, dot));
    if (!key) throw new Error('A sealed value names a key that the keyring does not have.');
    const bytes = Buffer.from(sealed.slice(dot + 1), 'base64url');
    if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('A sealed value is too short.');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(aad, 'utf8')).setAuthTag(bytes.subarray(-TAG_BYTES));
    const body = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  };

  return { seal, open, isStale: (sealed) => !sealed.startsWith(`${newestId}.`) };
};

/** Whether `createKeyring` takes the text. */
export const isKeyring = (text: string): boolean => {
  try {
    createKeyring(text);
    return true;
  } catch {
    return false;
  }
};
