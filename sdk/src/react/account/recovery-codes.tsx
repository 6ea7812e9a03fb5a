import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import type { CurrentUser } from '../../users/current-user.ts';
import { logError } from '../../errors/warn.ts';
import { Button } from '../form/button.tsx';
import { useStepUp } from '../step-up/step-up.tsx';
import { useTranslation } from '../translation.tsx';
import { ConfirmButton } from './settings-card.tsx';

const download = (codes: readonly string[]): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }));
  link.download = 'recovery-codes.txt';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
};

interface CodeListProps {
  codes: readonly string[];
  onDone: () => void;
}

/** Shown once: the server keeps only hashes. */
export const RecoveryCodeList = ({ codes, onDone }: CodeListProps): ReactElement => {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(codes.join('\n'));
    setCopied(true);
  };
  return (
    <div className="portico-form">
      <p>
        {t(
          'Keep these recovery codes in a safe place. Each signs you in once if you lose your authenticator. They are not shown again.',
        )}
      </p>
      <ul className="portico-codes" aria-label={t('Recovery codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="portico-actions-start">
        <Button variant="secondary" onClick={copy}>
          {copied ? t('Copied') : t('Copy')}
        </Button>
        <Button variant="secondary" onClick={() => download(codes)}>
          {t('Download')}
        </Button>
        <Button onClick={onDone}>{t('I have kept them')}</Button>
      </div>
    </div>
  );
};

interface RecoveryStateProps {
  user: CurrentUser;
  onCodes: (codes: readonly string[]) => void;
}

/** How many codes are left, and a way to new ones. */
export const RecoveryCodeState = ({ user, onCodes }: RecoveryStateProps): ReactElement => {
  const change = useStepUp();
  const { t } = useTranslation();
  const [count, setCount] = useState<number>();
  useEffect(() => {
    let stale = false;
    user
      .countRecoveryCodes()
      .then((found) => {
        if (!stale) setCount(found);
      })
      .catch(logError);
    return () => {
      stale = true;
    };
  }, [user]);
  const create = async (): Promise<void> => onCodes(await change((current) => current.createRecoveryCodes()));
  return (
    <div className="portico-form">
      {count !== undefined && <p className="portico-help">{t('Recovery codes left: {count}', { count })}</p>}
      {count === 0 ? (
        <div className="portico-actions-start">
          <Button variant="secondary" onClick={create}>
            {t('Create recovery codes')}
          </Button>
        </div>
      ) : (
        <ConfirmButton
          label={t('Replace recovery codes')}
          question={t('The codes you kept will stop working.')}
          confirmLabel={t('Replace')}
          onConfirm={create}
        />
      )}
    </div>
  );
};
