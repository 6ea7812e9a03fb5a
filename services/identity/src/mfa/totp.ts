/** Time-based one-time passwords: RFC 6238 with SHA-1, 30 seconds and six digits. */
import { timingSafeEqualText } from '@portico/platform/hash';
import { createHmac } from 'node:crypto';

const STEP_MILLIS = 30_000;
const DIGITS = 6;

/** The number of the time step a moment lies in. */
export const totpStep = (now: number): number => Math.floor(now / STEP_MILLIS);

export const totpOf = (secret: Buffer, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
};

export const isTotp = (code: string, secret: Buffer, step: number): boolean =>
  timingSafeEqualText(code, totpOf(secret, step));
