/** As much of a browser as signing in through redirects and one form needs. */
import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { url } from '../client.ts';
import type { Project } from '../project.ts';

export interface Page {
  readonly status: number;
  readonly url: string;
  readonly location: string | undefined;
  readonly set_cookie: readonly string[];
  readonly text: string;
  readonly headers: Headers;
}

export interface Browser {
  /** Requests one address; redirects are answers. */
  open(address: string, form?: Readonly<Record<string, string>>): Promise<Page>;
  readonly cookies: Map<string, string>;
}

export const createBrowser = (): Browser => {
  const cookies = new Map<string, string>();
  const remember = (header: string): void => {
    const [pair = '', ...attributes] = header.split('; ');
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    const isGone = attributes.some((one) => /^expires=Thu, 01 Jan 1970/i.test(one));
    if (isGone) cookies.delete(name);
    else cookies.set(name, value);
  };
  return {
    cookies,
    open: async (address, form) => {
      const response = await fetch(address, {
        method: form ? 'POST' : 'GET',
        redirect: 'manual',
        headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
        body: form ? new URLSearchParams(form) : undefined,
      });
      const set_cookie = response.headers.getSetCookie();
      set_cookie.forEach(remember);
      const location = response.headers.get('location') ?? undefined;
      return {
        status: response.status,
        url: address,
        location: location && new URL(location, address).href,
        set_cookie,
        text: await response.text(),
        headers: response.headers,
      };
    },
  };
};

export const newVerifier = (): string => randomBytes(32).toString('base64url');
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');

export const REDIRECT_URI = 'http://localhost:3000/handler/oauth-callback';

export interface Attempt {
  readonly verifier: string;
  readonly state: string;
  readonly address: string;
}

/** The address an application sends a browser to. An undefined parameter is left out. */
export const newAttempt = (
  project: Project,
  more: Readonly<Record<string, string | undefined>> = {},
  provider = 'github',
): Attempt => {
  const verifier = newVerifier();
  const state = newVerifier();
  const address = new URL(`${url()}/api/v1/auth/oauth/authorize/${provider}`);
  const parameters = {
    client_id: project.id,
    client_secret: project.keys.publishable_client_key,
    redirect_uri: REDIRECT_URI,
    scope: 'legacy',
    state,
    grant_type: 'authorization_code',
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    response_type: 'code',
    ...more,
  };
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) address.searchParams.set(name, value);
  return { verifier, state, address: address.href };
};

const isCallback = (address: string): boolean => address.includes('/api/v1/auth/oauth/callback/');

/** From the provider's first page to the address of our callback, signing in with `email` or cancelling. */
export const atProvider = async (
  browser: Browser,
  authorization_url: string,
  email: string | null,
): Promise<string> => {
  let page = await browser.open(authorization_url);
  for (let step = 0; step < 10; step++) {
    if (page.location !== undefined && isCallback(page.location)) return page.location;
    const form: Record<string, string> = email === null ? { action: 'cancel' } : { action: 'sign-in', email };
    page =
      page.location === undefined ? await browser.open(page.url, form) : await browser.open(page.location);
  }
  throw new Error(`The provider never sends the browser back: ${page.status} ${page.text}`);
};

/** The whole way, up to the answer of our callback. */
export const roundTrip = async (
  attempt: Attempt,
  { browser = createBrowser(), email }: { browser?: Browser; email: string | null },
): Promise<Page> => {
  const start = await browser.open(attempt.address);
  expect(start.status, start.text).toBe(307);
  return browser.open(await atProvider(browser, start.location ?? '', email));
};

/** The code in the redirect to the application. */
export const codeOf = (page: Page): string => {
  expect(page.status, page.text).toBe(303);
  const code = new URL(page.location ?? '').searchParams.get('code');
  expect(code).toMatch(/^[0-9a-f]{64}$/);
  return code ?? '';
};
