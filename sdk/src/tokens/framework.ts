import type { CookieJar } from './cookie-jar.ts';

/** What the Next.js build lends to the rest of the kit. */
export interface Framework {
  /** The cookies of the request being served. */
  requestCookies(): Promise<CookieJar>;
  /** Leaves a server component for another page. Never returns. */
  redirect(url: string, options: { replace: boolean }): Promise<never>;
  useNavigate(): (to: string) => void;
}

let framework: Partial<Framework> = {};

/** Server and browser lend different parts. */
export const extendFramework = (parts: Partial<Framework>): void => {
  framework = { ...framework, ...parts };
};

export const nextFramework = <Part extends keyof Framework>(part: Part): Framework[Part] => {
  const found = framework[part];
  if (found) return found;
  throw new Error(
    '"nextjs" and "nextjs-cookie" need the Next.js build. Import the app from "@portico/sdk/next".',
  );
};

/** The redirect method of an app that names none. */
export const defaultRedirectMethod = (): 'nextjs' | 'none' => (framework.redirect ? 'nextjs' : 'none');
