/** What makes an absolute URL acceptable. */
export interface Trust {
  /** Origin of the page, when there is one. */
  readonly origin?: string;
  /** Domains the project trusts; patterns with `*` (no dots) and `**` (with dots) are allowed. */
  readonly domains?: readonly string[];
}

const staysOn = (url: string, base: string): boolean => {
  try {
    return new URL(url, base).origin === base;
  } catch {
    return false;
  }
};

/**
 * Resolving against a host nobody can guess shows whether a string stays on the page's own host. Both protocols are
 * tried: `https:/evil.test` is a path for a page over https, and another host for a page over http.
 */
export const isRelativeUrl = (url: string): boolean => {
  const host = `${crypto.randomUUID()}.invalid`;
  return staysOn(url, `https://${host}`) && staysOn(url, `http://${host}`);
};

export const toRelative = (url: URL): string => `${url.pathname}${url.search}${url.hash}`;

/** An absolute URL of the page's own origin becomes relative, so that http on localhost works too. */
export const reduceToOwnOrigin = (url: string, origin: string | undefined): string => {
  if (!origin || !URL.canParse(url)) return url;
  const parsed = new URL(url);
  return parsed.origin === origin ? toRelative(parsed) : url;
};

const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');

const hostPattern = (pattern: string): RegExp =>
  new RegExp(`^${escaped(pattern).replaceAll('**', '\0').replaceAll('*', '[^.]*').replaceAll('\0', '.*')}$`);

const matchesDomain = (url: URL, domain: string): boolean => {
  const parts = /^(https?:)\/\/([^/:]+)(?::(\d+))?/.exec(domain);
  if (!parts) return false;
  const [, protocol, host = '', port = ''] = parts;
  return protocol === url.protocol && hostPattern(host.toLowerCase()).test(url.hostname) && port === url.port;
};

/** Relative URLs, and absolute https URLs on the app's own host or on one the project trusts. */
export const isTrustedUrl = (url: string, { origin, domains = [] }: Trust = {}): boolean => {
  if (isRelativeUrl(url)) return true;
  if (!URL.canParse(url)) return false;
  const parsed = new URL(url);
  if (parsed.protocol !== 'https:' || parsed.username || parsed.password) return false;
  return parsed.origin === origin || domains.some((domain) => matchesDomain(parsed, domain));
};
