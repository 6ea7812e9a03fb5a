import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { Button } from '../form/button.tsx';
import { useTranslation } from '../translation.tsx';

interface SettingsCardProps {
  title: string;
  description?: string;
  children?: ReactNode;
}

/** One thing that can be set. */
export const SettingsCard = ({ title, description, children }: SettingsCardProps): ReactElement => (
  <section className="portico-setting">
    <header>
      <h2>{title}</h2>
      {description !== undefined && <p className="portico-help">{description}</p>}
    </header>
    {children}
  </section>
);

interface ConfirmButtonProps {
  label: string;
  question: string;
  confirmLabel: string;
  /** Ignores clicks and says why. */
  blocked?: string;
  onConfirm: () => Promise<unknown>;
}

/** Asks in place before something is lost. */
export const ConfirmButton = (props: ConfirmButtonProps): ReactElement => {
  const { label, question, confirmLabel, blocked, onConfirm } = props;
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  if (!asking) {
    return (
      <div className="portico-actions-start">
        <Button
          variant="secondary"
          disabled={blocked !== undefined}
          title={blocked}
          onClick={() => setAsking(true)}
        >
          {label}
        </Button>
        {blocked !== undefined && <p className="portico-help">{blocked}</p>}
      </div>
    );
  }
  return (
    <div className="portico-confirm" role="group" aria-label={question}>
      <p>{question}</p>
      <div className="portico-actions-start">
        <Button variant="secondary" onClick={() => setAsking(false)}>
          {t('Cancel')}
        </Button>
        <Button
          variant="danger"
          onClick={async () => {
            await onConfirm();
            setAsking(false);
          }}
        >
          {confirmLabel}
        </Button>
      </div>
    </div>
  );
};
