import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { contextOf } from '../../apps/internals.ts';
import { identityCheck } from '../../auth/confirm-identity.ts';
import type { Missing } from '../../auth/confirm-identity.ts';
import type { CurrentUser } from '../../users/current-user.ts';
import type { MailedCode } from '../mailed-code.ts';
import { usePorticoApp } from '../provider.tsx';
import { Scope } from '../theme/scope.tsx';
import { useTranslation } from '../translation.tsx';
import { FactorStep } from './factor-step.tsx';
import { MailStep } from './mail-step.tsx';
import { WaysStep } from './ways-step.tsx';
import type { Ways } from './ways.ts';

interface ConfirmIdentityProps {
  user: CurrentUser;
  ways: Ways;
  onDone: (confirmed: boolean) => void;
}

type Step =
  | { readonly name: 'ways'; readonly over: boolean }
  | { readonly name: 'mail'; readonly sent: MailedCode }
  | { readonly name: 'factor'; readonly attemptCode: string };

/** Asks the signed-in user to sign in once more, in front of the page. */
export const ConfirmIdentity = ({ user, ways, onDone }: ConfirmIdentityProps): ReactElement => {
  const ctx = contextOf(usePorticoApp());
  const { t } = useTranslation();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [step, setStep] = useState<Step>({ name: 'ways', over: false });
  const [check] = useState(() => identityCheck(ctx, user.id));
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  const goOn = (missing: Missing): void => {
    if (missing === null) onDone(true);
    else setStep({ name: 'factor', attemptCode: missing.attemptCode });
  };
  const begin = (over = false): void => setStep({ name: 'ways', over });
  return (
    <Scope>
      <dialog
        ref={dialog}
        className="portico-dialog"
        aria-labelledby={titleId}
        onCancel={(event) => {
          event.preventDefault();
          onDone(false);
        }}
      >
        <div className="portico-head">
          <h2 id={titleId}>{t('Confirm that it is you')}</h2>
          {step.name === 'ways' && <p>{t('This change needs a recent sign-in.')}</p>}
        </div>
        {step.name === 'ways' && (
          <WaysStep
            user={user}
            ways={ways}
            check={check}
            isOver={step.over}
            onSent={(sent) => setStep({ name: 'mail', sent })}
            onProven={goOn}
          />
        )}
        {step.name === 'mail' && <MailStep sent={step.sent} check={check} onProven={goOn} />}
        {step.name === 'factor' && (
          <FactorStep
            attemptCode={step.attemptCode}
            check={check}
            onProven={goOn}
            onOver={() => begin(true)}
          />
        )}
        <div className="portico-foot portico-links">
          <button type="button" className="portico-link portico-plain" onClick={() => onDone(false)}>
            {t('Cancel')}
          </button>
          {step.name !== 'ways' && (
            <button type="button" className="portico-link portico-plain" onClick={() => begin()}>
              {t('Back')}
            </button>
          )}
        </div>
      </dialog>
    </Scope>
  );
};
