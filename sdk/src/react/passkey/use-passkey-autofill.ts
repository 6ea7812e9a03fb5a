import { useEffect } from 'react';
import type { AppContext } from '../../apps/context.ts';
import { signInWithPasskey } from '../../auth/passkey.ts';
import { abortPasskeyCeremony, browserOffersPasskeys } from '../../auth/webauthn.ts';
import { KnownErrors } from '../../errors/known-errors.ts';
import { logError } from '../../errors/warn.ts';

/** A challenge lives for 65 seconds, so the browser is given a new one before that. */
const renewMillis = 55_000;
/** A page that nobody has used for this many challenges stops asking for more. */
const maxRenewals = 10;

const offer = async (ctx: AppContext, onFailure: (error: unknown) => void): Promise<void> => {
  const result = await signInWithPasskey(ctx, { autofill: true });
  // Aborted, by a renewal or by the button, or dismissed: nobody waits for an answer.
  if (result.status === 'error' && !KnownErrors.PasskeyWebAuthnError.isInstance(result.error))
    onFailure(result.error);
};

/** Lets the browser offer passkeys in the address field, where it can. `onFailure` has to stay the same function. */
export const usePasskeyAutofill = (ctx: AppContext | null, onFailure: (error: unknown) => void): void => {
  useEffect(() => {
    if (!ctx) return undefined;
    let stopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = async (renewals: number): Promise<void> => {
      if (stopped || renewals > maxRenewals || !(await browserOffersPasskeys())) return;
      timer = setTimeout(() => {
        void abortPasskeyCeremony();
        void begin(renewals + 1).catch(logError);
      }, renewMillis);
      if (!stopped) await offer(ctx, onFailure);
    };
    begin(0).catch(logError);
    return () => {
      stopped = true;
      clearTimeout(timer);
      void abortPasskeyCeremony();
    };
  }, [ctx, onFailure]);
};
