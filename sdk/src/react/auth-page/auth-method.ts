import type { ComponentType } from 'react';
import type { Text } from '../locales/en.ts';
import type { ProjectConfig } from '../../projects/project.ts';

export type AuthPageType = 'sign-in' | 'sign-up';

/** What a preview shows in place of the real project. */
export interface MockProject {
  readonly config: Pick<
    ProjectConfig,
    'signUpEnabled' | 'credentialEnabled' | 'passkeyEnabled' | 'magicLinkEnabled' | 'oauthProviders'
  >;
}

export interface AuthMethodProps {
  type: AuthPageType;
  config: MockProject['config'];
  noPasswordRepeat?: boolean;
  /** A preview: nothing is sent. */
  isMock?: boolean;
}

/** One way to sign in, as the page shows it. */
export interface AuthMethod {
  readonly id: string;
  /** Buttons stand on top; forms share one place below, with tabs when there are several. */
  readonly place: 'buttons' | 'form';
  isEnabled(config: MockProject['config'], type: AuthPageType): boolean;
  readonly Component: ComponentType<AuthMethodProps>;
  /** Name of the tab, for forms. */
  readonly tab?: Text;
}
