import type { CookieJar } from './cookie-jar.ts';

/** What the Next.js build lends to the rest of the kit. */
export interface Framework {
  /** The cookies of the request being served. */
  requestCookies(projectId: string): Promise<CookieJar>;
  /** Leaves a server component for another page. Never returns. */
  redirect(url: string, options: { replace: boolean }): Promise<never>;
  useNavigate(): (to: string) => void;
}

let framework: Framework | undefined;

export const setFramework = (value: Framework): void => {
  framework = value;
};

export const nextFramework = (): Framework => {
  if (framework) return framework;
  throw new Error(
    '"nextjs" and "nextjs-cookie" need the Next.js build. Import the app from "@portico/sdk/next".',
  );
};

/** The redirect method of an app that names none. */
export const defaultRedirectMethod = (): 'nextjs' | 'none' => (framework ? 'nextjs' : 'none');
