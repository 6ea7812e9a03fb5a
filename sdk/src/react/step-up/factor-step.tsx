import { useState } from 'react';
import type { ReactElement } from 'react';
import type { IdentityCheck, Missing } from '../../auth/confirm-identity.ts';
import { KnownErrors } from '../../errors/known-errors.ts';
import { RecoveryForm, TotpForm } from '../form/factor-forms.tsx';
import type { Factor, Problem } from '../form/factor-forms.tsx';
import { useTranslation } from '../translation.tsx';

interface FactorStepProps {
  attemptCode: string;
  check: IdentityCheck;
  onProven: (missing: Missing) => void;
  /** The attempt cannot be finished any more. */
  onOver: () => void;
}

export const FactorStep = ({ attemptCode, check, onProven, onOver }: FactorStepProps): ReactElement => {
  const { t } = useTranslation();
  const [factor, setFactor] = useState<Factor>('totp');
  const [problem, setProblem] = useState<Problem | null>(null);
  const confirm = async (code: string): Promise<void> => {
    setProblem(null);
    const given =
      factor === 'totp'
        ? ({ type: 'totp', totp: code } as const)
        : ({ type: 'recovery-code', recovery_code: code } as const);
    try {
      onProven(await check.withSecondFactor(given, attemptCode));
    } catch (thrown) {
      if (KnownErrors.VerificationCodeError.isInstance(thrown)) return onOver();
      setProblem(KnownErrors.InvalidTotpCode.isInstance(thrown) ? 'wrong' : { thrown });
    }
  };
  const shared = { problem, onSubmit: confirm, onEdit: () => setProblem(null) };
  return (
    <div className="portico-form">
      <p className="portico-help">
        {factor === 'totp'
          ? t('Type the code your authenticator app shows.')
          : t('Type one of the recovery codes you kept.')}
      </p>
      {factor === 'totp' ? <TotpForm {...shared} /> : <RecoveryForm {...shared} />}
      <div>
        <button
          type="button"
          className="portico-link portico-plain"
          onClick={() => {
            setProblem(null);
            setFactor(factor === 'totp' ? 'recovery' : 'totp');
          }}
        >
          {factor === 'totp' ? t('Use a recovery code') : t('Use the authenticator app')}
        </button>
      </div>
    </div>
  );
};
