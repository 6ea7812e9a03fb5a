const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const periodSeconds = 30;
const digits = 6;

/** Base32 as authenticator apps read it (RFC 4648, no padding). */
const base32 = (bytes: Uint8Array): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((group) => alphabet[parseInt(group.padEnd(5, '0'), 2)]).join('');
};

/** The code of a secret at a moment (RFC 6238 with SHA-1, which is what every authenticator app speaks). */
export const totpAt = async (secret: Uint8Array, atMillis: number): Promise<string> => {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(Math.floor(atMillis / 1000 / periodSeconds)));
  const algorithm = { name: 'HMAC', hash: 'SHA-1' };
  const key = await crypto.subtle.importKey('raw', new Uint8Array(secret), algorithm, false, ['sign']);
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter.buffer));
  const offset = mac.getUint8(mac.byteLength - 1) & 15;
  const number = mac.getUint32(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
};

/** A second factor that is being set up. */
export interface TotpEnrollment {
  /** Give it to `user.update({ totpMultiFactorSecret })` once a code was right. */
  readonly secret: Uint8Array;
  /** The secret for typing into an app. */
  readonly key: string;
  /** What the QR code says. */
  readonly uri: string;
  /** True for the code an app shows now, or has just shown. */
  verify(code: string): Promise<boolean>;
}

/** A new secret, named in the app by the project and the account. */
export const createTotpEnrollment = (
  { issuer, account }: { issuer: string; account: string },
  secret: Uint8Array = crypto.getRandomValues(new Uint8Array(20)),
): TotpEnrollment => {
  const key = base32(secret);
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = `secret=${key}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${periodSeconds}`;
  return {
    secret,
    key,
    uri: `otpauth://totp/${label}?${query}`,
    verify: async (code) => {
      const typed = code.replace(/\s/g, '');
      const now = Date.now();
      return (
        typed === (await totpAt(secret, now)) || typed === (await totpAt(secret, now - periodSeconds * 1000))
      );
    },
  };
};
