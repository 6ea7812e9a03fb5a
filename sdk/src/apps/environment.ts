/** True where there is a page: `window`, `document` and a working `document.createElement`. */
export const isBrowser = (): boolean =>
  typeof window !== 'undefined' &&
  typeof document !== 'undefined' &&
  typeof document.createElement === 'function';

/** The API of an installation on this machine. */
const defaultBaseUrl = 'http://localhost:8100';

/**
 * Reads variables in order; the first non-empty one wins. Each is named literally inside a function because bundlers
 * replace `process.env.NAME` by text, and because some runtimes have no `process` at all.
 */
const first = (...reads: (() => string | undefined)[]): string | undefined => {
  for (const read of reads) {
    try {
      const value = read();
      if (value) return value;
    } catch {
      // No `process` here.
    }
  }
  return undefined;
};

export const environment = {
  baseUrl: (): string =>
    (isBrowser()
      ? first(
          () => process.env.NEXT_PUBLIC_BROWSER_STACK_API_URL,
          () => process.env.NEXT_PUBLIC_STACK_API_URL_BROWSER,
          () => process.env.STACK_API_URL_BROWSER,
        )
      : first(
          () => process.env.NEXT_PUBLIC_SERVER_STACK_API_URL,
          () => process.env.NEXT_PUBLIC_STACK_API_URL_SERVER,
          () => process.env.STACK_API_URL_SERVER,
        )) ??
    first(
      () => process.env.NEXT_PUBLIC_STACK_API_URL,
      () => process.env.STACK_API_URL,
      () => process.env.NEXT_PUBLIC_STACK_URL,
    ) ??
    defaultBaseUrl,
  projectId: () =>
    first(
      () => process.env.NEXT_PUBLIC_STACK_PROJECT_ID,
      () => process.env.STACK_PROJECT_ID,
    ),
  publishableClientKey: () =>
    first(
      () => process.env.NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY,
      () => process.env.STACK_PUBLISHABLE_CLIENT_KEY,
    ),
  secretServerKey: () => first(() => process.env.STACK_SECRET_SERVER_KEY),
  superSecretAdminKey: () => first(() => process.env.STACK_SUPER_SECRET_ADMIN_KEY),
  extraRequestHeaders: () =>
    first(
      () => process.env.NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS,
      () => process.env.STACK_EXTRA_REQUEST_HEADERS,
    ),
};
