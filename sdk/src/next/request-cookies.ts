import type { CookieJar } from '../tokens/cookie-jar.ts';
import { httpsCookie } from '../tokens/cookie-names.ts';

/** Next refuses writes while a server component renders; the next request that may write catches up. */
const isReadOnly = (error: unknown): boolean =>
  error instanceof Error &&
  /cookies can only be modified in a server action or route handler/i.test(error.message);

const whereAllowed = (write: () => void): void => {
  try {
    write();
  } catch (error) {
    if (!isReadOnly(error)) throw error;
  }
};

/** The cookies of the request Next is serving. */
export const requestCookies = async (): Promise<CookieJar> => {
  const { cookies, headers } = await import('next/headers');
  const jar = await cookies();
  const isForwardedHttps = (await headers()).get('x-forwarded-proto') === 'https';
  const all = (): ReadonlyMap<string, string> =>
    new Map(jar.getAll().map(({ name, value }) => [name, value]));
  return {
    secure: isForwardedHttps || all().has(httpsCookie),
    all,
    set: (name, value, { maxAgeSeconds, secure, domain }) =>
      whereAllowed(() =>
        jar.set(name, value, { path: '/', sameSite: 'lax', maxAge: maxAgeSeconds, secure, domain }),
      ),
    delete: (name, { secure, domain }) =>
      whereAllowed(() => jar.set(name, '', { path: '/', sameSite: 'lax', maxAge: 0, secure, domain })),
  };
};
