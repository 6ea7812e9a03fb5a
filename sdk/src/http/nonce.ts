const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Crockford base32 of bytes, without padding. */
export const base32 = (bytes: Uint8Array): string => {
  let text = '';
  let pending = 0;
  let bits = 0;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(pending >> bits) & 31];
    }
    pending &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + alphabet[(pending << (5 - bits)) & 31];
};

/** 224 random bits, to keep caches from answering. */
export const newNonce = (): string => base32(crypto.getRandomValues(new Uint8Array(28)));
