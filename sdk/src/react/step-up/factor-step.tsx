import type { ReactElement } from 'react';
import type { IdentityCheck, Missing } from '../../auth/confirm-identity.ts';
import { KnownErrors } from '../../errors/known-errors.ts';
import { FactorForm, FactorPrompt, OtherFactorButton } from '../form/factor-forms.tsx';
import { useFactorEntry } from '../form/use-factor-entry.ts';

interface FactorStepProps {
  attemptCode: string;
  check: IdentityCheck;
  onProven: (missing: Missing) => void;
  /** The attempt cannot be finished any more. */
  onOver: () => void;
}

export const FactorStep = ({ attemptCode, check, onProven, onOver }: FactorStepProps): ReactElement => {
  const entry = useFactorEntry(async (factor, code) => {
    const given =
      factor === 'totp'
        ? ({ type: 'totp', totp: code } as const)
        : ({ type: 'recovery-code', recovery_code: code } as const);
    try {
      onProven(await check.withSecondFactor(given, attemptCode));
      return null;
    } catch (thrown) {
      if (KnownErrors.InvalidTotpCode.isInstance(thrown)) return 'wrong';
      if (!KnownErrors.VerificationCodeError.isInstance(thrown)) throw thrown;
      onOver();
      return 'over';
    }
  });
  return (
    <div className="portico-form">
      <p className="portico-help">
        <FactorPrompt entry={entry} />
      </p>
      <FactorForm entry={entry} />
      <div>
        <OtherFactorButton entry={entry} />
      </div>
    </div>
  );
};
