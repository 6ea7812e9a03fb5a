import { isBrowser } from '../apps/environment.ts';
import { httpsCookie } from './cookie-names.ts';

export interface CookieAttributes {
  readonly secure: boolean;
  readonly domain?: string;
}

/** Cookies by decoded name and value. */
export interface CookieJar {
  readonly secure: boolean;
  all(): ReadonlyMap<string, string>;
  /** `maxAgeSeconds` undefined: until the browser closes. */
  set(name: string, value: string, attributes: CookieAttributes & { readonly maxAgeSeconds?: number }): void;
  delete(name: string, attributes: CookieAttributes): void;
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Parses a `Cookie` header. */
export const parseCookies = (header: string): ReadonlyMap<string, string> => {
  const cookies = new Map<string, string>();
  for (const pair of header.split(';')) {
    const [name = '', ...value] = pair.trim().split('=');
    if (name !== '' && !cookies.has(name)) cookies.set(decoded(name), decoded(value.join('=')));
  }
  return cookies;
};

const attributesText = ({ secure, domain }: CookieAttributes): string =>
  `; Path=/; SameSite=Lax${secure ? '; Secure' : ''}${domain ? `; Domain=${domain}` : ''}`;

/** The cookies of the page. */
export const createBrowserJar = (): CookieJar => {
  if (!isBrowser())
    throw new Error('The token store "cookie" needs a browser. Use "nextjs-cookie", "memory" or a request.');
  const secure = window.location.protocol === 'https:';
  return {
    secure,
    all: () => {
      // Only https lets a browser keep this one, which tells a server behind a proxy how the page was reached.
      if (secure) document.cookie = `${httpsCookie}=true; Path=/; SameSite=Lax; Secure`;
      return parseCookies(document.cookie);
    },
    set: (name, value, { maxAgeSeconds, ...attributes }) => {
      const expires =
        maxAgeSeconds === undefined
          ? ''
          : `; Expires=${new Date(Date.now() + maxAgeSeconds * 1000).toUTCString()}`;
      document.cookie = `${name}=${encodeURIComponent(value)}${expires}${attributesText(attributes)}`;
    },
    delete: (name, attributes) => {
      document.cookie = `${name}=; Expires=${new Date(0).toUTCString()}; Max-Age=0${attributesText(attributes)}`;
    },
  };
};
