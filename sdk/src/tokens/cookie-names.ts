import { base32 } from '../http/nonce.ts';

export const accessCookie = 'stack-access';
export const httpsCookie = 'stack-is-https';
/** Written by kits older than project-scoped names. */
export const oldestRefreshCookie = 'stack-refresh';

export const plainRefreshCookie = (projectId: string): string => `stack-refresh-${projectId}`;

export const defaultRefreshCookie = (projectId: string, secure: boolean): string =>
  `${secure ? '__Host-' : ''}${plainRefreshCookie(projectId)}--default`;

/** The cookie that is shared by the subdomains of `domain`. */
export const domainRefreshCookie = (projectId: string, domain: string): string =>
  `${plainRefreshCookie(projectId)}--custom-${base32(new TextEncoder().encode(domain.toLowerCase())).toUpperCase()}`;

/** True for the structured cookies of a project, whichever kit wrote them. */
export const isStructuredRefreshCookie = (projectId: string, name: string): boolean =>
  name.startsWith(`${plainRefreshCookie(projectId)}--`) ||
  name.startsWith(`__Host-${plainRefreshCookie(projectId)}--`);

export const isRefreshCookie = (projectId: string, name: string): boolean =>
  name === oldestRefreshCookie ||
  name === plainRefreshCookie(projectId) ||
  isStructuredRefreshCookie(projectId, name);

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The domain a shared cookie was written for. A deletion has to repeat it, and only the name still tells. */
export const domainOfRefreshCookie = (name: string): string | undefined => {
  const encoded = /--custom-([0-9A-Z]+)$/.exec(name)?.[1];
  if (!encoded) return undefined;
  const bytes: number[] = [];
  let pending = 0;
  let bits = 0;
  for (const char of encoded) {
    pending = (pending << 5) | alphabet.indexOf(char);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((pending >> bits) & 255);
    pending &= (1 << bits) - 1;
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
};
