'use client';

import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import { isBrowser } from '../../apps/environment.ts';
import type { AuthPageType } from '../auth-page/auth-method.ts';
import { Button } from '../form/button.tsx';
import { usePorticoApp } from '../provider.tsx';
import { Scope } from '../theme/scope.tsx';
import { useTranslation } from '../translation.tsx';
import { ProviderLogo, providerName } from './provider-logos.tsx';

export interface OAuthButtonProps {
  provider: string;
  type: AuthPageType;
  /** A preview: nothing is sent. */
  isMock?: boolean;
  /** Shows the name alone, where buttons stand side by side. */
  short?: boolean;
}

const lastUsedKey = '_STACK_AUTH.lastUsed';

const lastUsed = (): string | null => {
  try {
    return isBrowser() ? window.localStorage.getItem(lastUsedKey) : null;
  } catch {
    // Some browsers refuse storage altogether.
    return null;
  }
};

/** Providers refuse to be shown in a frame. */
const isFramed = (): boolean => isBrowser() && window.self !== window.top;

/** Counts how often the page was brought back by the browser's own history, where a busy button would stay busy. */
const useComebacks = (): number => {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const onShow = (event: PageTransitionEvent): void => {
      if (event.persisted) setCount((before) => before + 1);
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
  return count;
};

/** Leaves for another provider to sign in with an account there. */
export const OAuthButton = ({ provider, isMock = false, short = false }: OAuthButtonProps): ReactElement => {
  const app = usePorticoApp();
  const { t } = useTranslation();
  const comebacks = useComebacks();
  const name = providerName(provider);
  const label = t('Continue with {provider}', { provider: name });
  const framed = isFramed();
  const signIn = async (): Promise<void> => {
    if (isMock) return;
    try {
      window.localStorage.setItem(lastUsedKey, provider);
    } catch {
      // The badge is a convenience.
    }
    await app.signInWithOAuth(provider);
  };
  return (
    <Scope className="portico-provider">
      <Button
        key={comebacks}
        variant="secondary"
        label={short ? label : undefined}
        disabled={framed}
        title={framed ? t('Open this page in its own window to sign in this way.') : undefined}
        icon={<ProviderLogo provider={provider} />}
        onClick={signIn}
      >
        {short ? name : label}
      </Button>
      {lastUsed() === provider && <span className="portico-badge">{t('Last used')}</span>}
    </Scope>
  );
};
