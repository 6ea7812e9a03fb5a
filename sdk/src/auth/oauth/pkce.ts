/** Base64 for addresses: no padding, no characters that need escaping. */
const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** 32 random bytes, for verifiers and states. */
export const randomText = (): string => base64Url(crypto.getRandomValues(new Uint8Array(32)));

/** What is sent ahead of a verifier, so that only its owner can finish (RFC 7636, S256). */
export const challengeOf = async (verifier: string): Promise<string> =>
  base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
