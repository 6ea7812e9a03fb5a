import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * SHA-256 of the UTF-8 text, 64 lower-case hex characters. For secrets of at least 128 random bits
 * only; a password needs a slow hash.
 */
export const sha256Hex = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

/** Equality whose duration tells nothing about where, or by how much in length, the texts differ. */
export const timingSafeEqualText = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
