/**
 * How the kit moves to another page: not at all, by `window.location`, by the Next.js router, or by functions of yours.
 * `navigate` is used outside components, `useNavigate` inside them.
 */
export type RedirectMethod =
  'none' | 'window' | 'nextjs' | { useNavigate: () => (to: string) => void; navigate?: (to: string) => void };
