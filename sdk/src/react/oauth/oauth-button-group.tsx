'use client';

import type { ReactElement } from 'react';
import type { AuthPageType, MockProject } from '../auth-page/auth-method.ts';
import { usePorticoApp } from '../provider.tsx';
import { Scope } from '../theme/scope.tsx';
import { OAuthButton } from './oauth-button.tsx';

export interface OAuthButtonGroupProps {
  type: AuthPageType;
  /** Shows a preview of these settings. */
  mockProject?: MockProject;
}

interface ButtonsProps {
  type: AuthPageType;
  providers: readonly { readonly id: string }[];
  isMock?: boolean;
}

/** One button for each provider; more than two stand side by side. */
export const ProviderButtons = ({ type, providers, isMock }: ButtonsProps): ReactElement => {
  const short = providers.length > 2;
  return (
    <div className={short ? 'portico-providers' : 'portico-stack'}>
      {providers.map(({ id }) => (
        <OAuthButton key={id} provider={id} type={type} short={short} isMock={isMock} />
      ))}
    </div>
  );
};

const LiveButtons = ({ type }: { type: AuthPageType }): ReactElement => {
  const project = usePorticoApp().useProject();
  return <ProviderButtons type={type} providers={project.config.oauthProviders} />;
};

export const OAuthButtonGroup = ({ type, mockProject }: OAuthButtonGroupProps): ReactElement => (
  <Scope>
    {mockProject ? (
      <ProviderButtons type={type} providers={mockProject.config.oauthProviders} isMock />
    ) : (
      <LiveButtons type={type} />
    )}
  </Scope>
);
