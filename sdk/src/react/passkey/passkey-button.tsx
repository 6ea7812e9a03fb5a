'use client';

import { useState } from 'react';
import type { ReactElement } from 'react';
import { contextOf } from '../../apps/internals.ts';
import type { AuthPageType } from '../auth-page/auth-method.ts';
import { Button } from '../form/button.tsx';
import { PasskeyIcon } from '../icons.tsx';
import { usePorticoApp } from '../provider.tsx';
import { Scope } from '../theme/scope.tsx';
import { useTranslation } from '../translation.tsx';
import { passkeyErrorText } from './passkey-error.ts';
import { usePasskeyAutofill } from './use-passkey-autofill.ts';

/** Signs in with a passkey: by this button, or from the address field where the browser offers it there. */
export const PasskeyButton = ({ isMock = false }: { type: AuthPageType; isMock?: boolean }): ReactElement => {
  const app = usePorticoApp();
  const { t } = useTranslation();
  const [error, setError] = useState<unknown>();
  const [asking, setAsking] = useState(false);
  // A browser runs one ceremony at a time, and the one asked for by a click must not be renewed away.
  usePasskeyAutofill(isMock || asking ? null : contextOf(app), setError);
  const signIn = async (): Promise<void> => {
    if (isMock) return;
    setError(undefined);
    setAsking(true);
    try {
      const result = await app.signInWithPasskey();
      if (result.status === 'error') setError(result.error);
    } finally {
      setAsking(false);
    }
  };
  return (
    <Scope className="portico-stack">
      <Button variant="secondary" icon={<PasskeyIcon size={18} />} onClick={signIn}>
        {t('Continue with a passkey')}
      </Button>
      {error !== undefined && (
        <p className="portico-error" role="alert">
          {t(passkeyErrorText(error))}
        </p>
      )}
    </Scope>
  );
};
