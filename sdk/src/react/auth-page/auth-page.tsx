'use client';

import { Suspense, useEffect } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { SignedInCard, SignUpDisabledCard } from '../message-cards.tsx';
import { PageLink } from '../page-link.tsx';
import { usePorticoApp } from '../provider.tsx';
import { Page } from '../theme/scope.tsx';
import { useTranslation } from '../translation.tsx';
import type { AuthPageType, MockProject } from './auth-method.ts';
import { authMethods } from './auth-methods.tsx';
import { AuthSkeleton } from './auth-skeleton.tsx';
import { FormTabs } from './form-tabs.tsx';

export interface AuthPageProps {
  type: AuthPageType;
  fullPage?: boolean;
  /** Leaves for the landing page when somebody is signed in already. */
  automaticRedirect?: boolean;
  firstTab?: 'magic-link' | 'password';
  noPasswordRepeat?: boolean;
  /** Stands at the bottom, for terms and the like. */
  extraInfo?: ReactNode;
  /** Shows a preview of these settings. */
  mockProject?: MockProject;
}

/** Sign-in or sign-up with everything the project has enabled. */
export const AuthPage = (props: AuthPageProps): ReactElement => (
  <Suspense fallback={<AuthSkeleton fullPage={props.fullPage} />}>
    {props.mockProject ? (
      <AuthCard {...props} config={props.mockProject.config} project="" isMock />
    ) : (
      <LiveAuthPage {...props} />
    )}
  </Suspense>
);

const LiveAuthPage = (props: AuthPageProps): ReactElement => {
  const { type, automaticRedirect = false, fullPage } = props;
  const app = usePorticoApp();
  const isSignedIn = app.useUser() !== null;
  const project = app.useProject();

  useEffect(() => {
    if (!isSignedIn || !automaticRedirect) return;
    void (type === 'sign-in'
      ? app.redirectToAfterSignIn({ replace: true })
      : app.redirectToAfterSignUp({ replace: true }));
  }, [app, type, isSignedIn, automaticRedirect]);

  if (isSignedIn)
    return automaticRedirect ? <AuthSkeleton fullPage={fullPage} /> : <SignedInCard fullPage={fullPage} />;
  if (type === 'sign-up' && !project.config.signUpEnabled) return <SignUpDisabledCard fullPage={fullPage} />;
  return <AuthCard {...props} config={project.config} project={project.displayName} />;
};

interface AuthCardProps extends AuthPageProps {
  config: MockProject['config'];
  project: string;
  isMock?: boolean;
}

const AuthCard = ({
  type,
  config,
  project,
  fullPage,
  firstTab,
  noPasswordRepeat,
  extraInfo,
  isMock,
}: AuthCardProps): ReactElement => {
  const { t } = useTranslation();
  const enabled = authMethods.filter((method) => method.isEnabled(config, type));
  const buttons = enabled.filter((method) => method.place === 'buttons');
  const isFirst = (id: string): number => Number(id === firstTab);
  const forms = enabled
    .filter((method) => method.place === 'form')
    .sort((one, other) => isFirst(other.id) - isFirst(one.id));
  const props = { type, config, noPasswordRepeat, isMock };
  return (
    <Page fullPage={fullPage}>
      <main className="portico-card">
        <div className="portico-head">
          <h1>{type === 'sign-in' ? t('Sign in to {project}', { project }) : t('Create your account')}</h1>
          <p>
            {type === 'sign-in'
              ? t('Welcome back. Please sign in to continue.')
              : t('Fill in your details to get started.')}
          </p>
        </div>
        {buttons.length > 0 && (
          <div className="portico-stack">
            {buttons.map(({ id, Component }) => (
              <Component key={id} {...props} />
            ))}
          </div>
        )}
        {buttons.length > 0 && forms.length > 0 && <div className="portico-separator">{t('or')}</div>}
        <FormTabs methods={forms} {...props} />
        {enabled.length === 0 && <p className="portico-help">{t('No way to sign in is enabled yet.')}</p>}
        {extraInfo !== undefined && <div className="portico-foot">{extraInfo}</div>}
        <OtherPage type={type} signUpEnabled={config.signUpEnabled} />
      </main>
    </Page>
  );
};

const OtherPage = ({
  type,
  signUpEnabled,
}: {
  type: AuthPageType;
  signUpEnabled: boolean;
}): ReactElement | null => {
  const { t } = useTranslation();
  if (type === 'sign-in' && !signUpEnabled) return null;
  return (
    <p className="portico-foot">
      {type === 'sign-in' ? t('Don’t have an account?') : t('Already have an account?')}{' '}
      {type === 'sign-in' ? (
        <PageLink page="signUp">{t('Sign up')}</PageLink>
      ) : (
        <PageLink page="signIn">{t('Sign in')}</PageLink>
      )}
    </p>
  );
};
