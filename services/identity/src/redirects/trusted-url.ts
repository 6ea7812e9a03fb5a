/** Decides which URLs of callers may receive codes and tokens, or act as the origin of a passkey. */
import { knownErrors } from '@portico/platform/known-errors';
import type { BranchSettings } from '../config/settings.ts';

export type TrustedDomains = Pick<BranchSettings, 'allow_localhost' | 'trusted_domains'>;

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' };

/** No host name is longer; it also bounds the work of matching. */
const LONGEST_HOST = 253;

const parse = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

const portOf = (url: URL): string => url.port || (DEFAULT_PORTS[url.protocol] ?? '');

const isLocalhost = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || /^127(\.\d{1,3}){3}$/.test(hostname);

const matchesExactly = (trusted: URL, candidate: URL): boolean =>
  trusted.protocol === candidate.protocol &&
  trusted.hostname === candidate.hostname &&
  portOf(trusted) === portOf(candidate);

/**
 * Whether the whole text fits a glob: `*` is any run of characters except dots, `**` any run at all.
 * It advances through the text once per wildcard, so no pattern can make it slow.
 */
const fitsGlob = (pattern: string, text: string): boolean => {
  const tokens = pattern.split(/(\*\*|\*)/);
  let reachable = new Set([0]);
  for (const token of tokens) {
    const next = new Set<number>();
    for (const start of reachable) {
      if (token === '*' || token === '**') {
        for (let end = start; end <= text.length; end++) {
          next.add(end);
          if (token === '*' && text[end] === '.') break;
        }
      } else if (text.startsWith(token, start)) {
        next.add(start + token.length);
      }
    }
    reachable = next;
  }
  return reachable.has(text.length);
};

const matchesPattern = (pattern: string, candidate: URL): boolean => {
  const [, scheme, host] = /^([a-z][a-z0-9+.-]*:)\/\/([^/]*)/.exec(pattern) ?? [];
  if (scheme === undefined || host === undefined || scheme !== candidate.protocol) return false;
  const port = portOf(candidate);
  if (host.includes(':')) return fitsGlob(host, `${candidate.hostname}:${port}`);
  return port === DEFAULT_PORTS[candidate.protocol] && fitsGlob(host, candidate.hostname);
};

const matches = (trusted: string, candidate: URL): boolean => {
  const url = trusted.includes('*') ? undefined : parse(trusted);
  return url ? matchesExactly(url, candidate) : matchesPattern(trusted, candidate);
};

/** Path, query and credentials of the candidate never count: scheme, host and port do. */
export const isTrustedUrl = (
  candidate: string,
  { allow_localhost, trusted_domains }: TrustedDomains,
): boolean => {
  const url = parse(candidate);
  if (!url || url.hostname.length > LONGEST_HOST) return false;
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  if (allow_localhost && isWeb && isLocalhost(url)) return true;
  return trusted_domains.some((trusted) => matches(trusted.toLowerCase(), url));
};

/** @throws REDIRECT_URL_NOT_WHITELISTED */
export const requireTrustedUrl = (candidate: string, domains: TrustedDomains): void => {
  if (!isTrustedUrl(candidate, domains)) throw knownErrors.REDIRECT_URL_NOT_WHITELISTED();
};
