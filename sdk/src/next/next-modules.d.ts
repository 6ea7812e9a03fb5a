/** The parts of Next.js the kit uses, so that it builds without having it installed. */
declare module 'next/headers' {
  interface CookieOptions {
    path?: string;
    maxAge?: number;
    secure?: boolean;
    sameSite?: 'lax';
    domain?: string;
  }
  export const cookies: () => Promise<{
    getAll(): { name: string; value: string }[];
    set(name: string, value: string, options: CookieOptions): void;
  }>;
  export const headers: () => Promise<{ get(name: string): string | null }>;
}

declare module 'next/navigation' {
  export const useRouter: () => { push(url: string): void };
  export const redirect: (url: string, type: 'push' | 'replace') => never;
  export const notFound: () => never;
}
