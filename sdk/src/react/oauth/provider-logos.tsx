import type { ReactElement, ReactNode } from 'react';

interface Provider {
  readonly name: string;
  /** Drawn on a 24 px grid; without a colour of its own it follows the text. */
  readonly logo: ReactNode;
}

const stroke = { fill: 'none', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

/** Our own drawings, just close enough to be recognised. */
const providers: Readonly<Record<string, Provider>> = {
  google: {
    name: 'Google',
    logo: (
      <g fill="none" strokeWidth="4">
        <path d="M19.1 6.6A9 9 0 0 0 4.6 8.2" stroke="#ea4335" />
        <path d="M4.6 8.2a9 9 0 0 0 0 7.6" stroke="#fbbc05" />
        <path d="M4.6 15.8a9 9 0 0 0 13.2 2.5" stroke="#34a853" />
        <path d="M17.8 18.3A9 9 0 0 0 20.8 12H12" stroke="#4285f4" />
      </g>
    ),
  },
  github: {
    name: 'GitHub',
    logo: (
      <path
        fill="currentColor"
        d="M5.2 2.6c1.7.2 3 .9 3.9 1.5a11 11 0 0 1 5.8 0c.9-.6 2.2-1.3 3.9-1.5.6 1.4.5 2.8.3 3.5a6 6 0 0 1 1.7 4.2c0 4.4-2.6 6.1-5.6 6.6.6.6.9 1.5.9 2.6V22H8v-1.6c-2.6.5-3.6-1-4.2-2.1-.4-.7-.9-1.1-1.5-1.4.9-.5 2-.2 2.7.6.7.9 1.5 1.5 3 1.2.1-.7.4-1.3.8-1.7-3-.5-5.6-2.2-5.6-6.6a6 6 0 0 1 1.7-4.2C4.7 5.4 4.6 4 5.2 2.6Z"
      />
    ),
  },
  microsoft: {
    name: 'Microsoft',
    logo: (
      <>
        <path fill="#f25022" d="M3 3h8.5v8.5H3z" />
        <path fill="#7fba00" d="M12.5 3H21v8.5h-8.5z" />
        <path fill="#00a4ef" d="M3 12.5h8.5V21H3z" />
        <path fill="#ffb900" d="M12.5 12.5H21V21h-8.5z" />
      </>
    ),
  },
  facebook: {
    name: 'Facebook',
    logo: (
      <>
        <circle cx="12" cy="12" r="10" fill="#1877f2" />
        <path
          fill="#fff"
          d="M10.5 22v-7.5H8v-3h2.5V9.3c0-2.6 1.5-4 3.8-4l2.2.2v2.6h-1.3c-1.2 0-1.6.7-1.6 1.5v1.9h2.8l-.5 3h-2.3V22Z"
        />
      </>
    ),
  },
  spotify: {
    name: 'Spotify',
    logo: (
      <>
        <circle cx="12" cy="12" r="10" fill="#1ed760" />
        <g {...stroke} stroke="#121212">
          <path d="M6.5 9.2c3.8-1.1 7.7-.8 11 1" />
          <path d="M7.2 12.6c3.1-.8 6.2-.6 9 .9" strokeWidth="1.7" />
          <path d="M7.8 15.7c2.5-.6 4.8-.4 7 .7" strokeWidth="1.5" />
        </g>
      </>
    ),
  },
  discord: {
    name: 'Discord',
    logo: (
      <>
        <path
          fill="#5865f2"
          d="M8.6 4.5 8 5.7a13 13 0 0 1 8 0l-.6-1.2c1.6.2 3 .7 4.3 1.5 2 3.2 2.7 6.8 2.3 10.7a13 13 0 0 1-5 2.6l-1.2-1.9a9 9 0 0 1-7.6 0L7 19.3a13 13 0 0 1-5-2.6C1.6 12.8 2.3 9.2 4.3 6c1.3-.8 2.7-1.3 4.3-1.5Z"
        />
        <circle cx="8.7" cy="12.7" r="1.8" fill="#fff" />
        <circle cx="15.3" cy="12.7" r="1.8" fill="#fff" />
      </>
    ),
  },
  gitlab: {
    name: 'GitLab',
    logo: (
      <>
        <path
          fill="#fc6d26"
          d="m12 21.5-9.7-7.2c-.4-.3-.5-.8-.4-1.2L5 3.2c.2-.6 1-.6 1.2 0l2.2 6.7h7.2l2.2-6.7c.2-.6 1-.6 1.2 0l3.1 9.9c.1.4 0 .9-.4 1.2Z"
        />
        <path fill="#e24329" d="m12 21.5-3.6-11.6h7.2Z" />
      </>
    ),
  },
  apple: {
    name: 'Apple',
    logo: (
      <path
        fill="currentColor"
        d="M15.8 2c.2 1.3-.3 2.5-1 3.4-.8.9-1.9 1.6-3 1.5-.2-1.2.4-2.4 1.1-3.2C13.7 2.8 14.9 2.1 15.8 2Zm3.9 6.9c-1.4.9-2.3 2.2-2.2 4 .1 2 1.1 3.3 2.7 4-.6 1.7-1.5 3.3-2.8 4.5-1.7 1.4-3.1.2-4.9.2-1.7 0-3.3 1.3-5 0C4.6 19.3 3.4 16.3 3.5 13c.1-3.6 2.3-5.8 5.1-5.8 1.5 0 2.6.9 3.9.9 1.2 0 2.2-.9 4-.9 1.3 0 2.5.6 3.2 1.7Z"
      />
    ),
  },
  bitbucket: {
    name: 'Bitbucket',
    logo: (
      <>
        <path
          fill="#2684ff"
          d="M2.5 3.5h19c.5 0 .9.5.8 1l-2.7 15.7c-.1.5-.5.8-1 .8H5.4c-.5 0-.9-.3-1-.8L1.7 4.5c-.1-.5.3-1 .8-1Z"
        />
        <path fill="#fff" d="M9 9h6.5l-1 6H10Z" />
      </>
    ),
  },
  linkedin: {
    name: 'LinkedIn',
    logo: (
      <>
        <rect x="2" y="2" width="20" height="20" rx="3" fill="#0a66c2" />
        <path
          fill="#fff"
          d="M5.5 9.5h2.8v9H5.5zM6.9 5.3a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2ZM10.2 9.5h2.7v1.3c.5-.9 1.5-1.5 2.8-1.5 2.5 0 3.3 1.5 3.3 4v5.2h-2.8v-4.7c0-1.2-.3-2.1-1.5-2.1-1.2 0-1.7.9-1.7 2.1v4.7h-2.8Z"
        />
      </>
    ),
  },
  x: {
    name: 'X',
    logo: (
      <path
        {...stroke}
        stroke="currentColor"
        strokeWidth="2.2"
        d="M4 4h3.5L20 20h-3.5ZM19 4l-6.2 6.8M5 20l6.2-6.8"
      />
    ),
  },
  twitch: {
    name: 'Twitch',
    logo: (
      <>
        <path fill="#9146ff" d="M5.5 2 2.5 5.5v13H7V22l3.5-3.5H14l7.5-7.5V2Z" />
        <path fill="#fff" d="M7 4h12.5v6.2L16.5 13.5H13L10 16.5v-3H7Z" />
        <path stroke="#9146ff" strokeWidth="1.8" d="M12 7v3.5M16 7v3.5" />
      </>
    ),
  },
};

/** How people know a provider; an unknown one is called by its id. */
export const providerName = (id: string): string => providers[id]?.name ?? id;

export const ProviderLogo = ({ provider }: { provider: string }): ReactElement | null => {
  const known = providers[provider];
  if (!known) return null;
  return (
    <svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true">
      {known.logo}
    </svg>
  );
};
