import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../lib/describe-error.ts';
import type { ErrorDescription } from '../lib/describe-error.ts';
import { Button } from './ui/button.tsx';
import { Card } from './ui/card.tsx';
import { ErrorNotice } from './ui/error-notice.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';

export interface FormCardProps {
  title: string;
  description?: string;
  dirty: boolean;
  /** Validates and saves; answers false when the form is not valid. */
  onSave: () => Promise<boolean>;
  onDiscard: () => void;
  submitLabel?: string;
  children: ReactNode;
}

/** A card that saves on its own: progress in the button, "Saved" after, the API's sentence on failure. */
export const FormCard = ({
  title,
  description,
  dirty,
  onSave,
  onDiscard,
  submitLabel,
  children,
}: FormCardProps) => {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [saved, setSaved] = useState(false);
  const [error, setError] = useState<ErrorDescription>();
  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => setSaved(false), 2_500);
    return () => clearTimeout(timer);
  }, [saved]);
  const save = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      setSaved(await onSave());
    } catch (caught) {
      setError(describeError(caught));
    }
    setBusy(false);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <UnsavedGuard when={dirty && !busy} />
      <Card
        title={title}
        description={description}
        footer={
          <>
            <span role="status" className="mr-auto flex items-center gap-1.5 text-sm text-ok">
              {saved && !dirty && (
                <>
                  <Check className="size-4" aria-hidden="true" /> {t('saved')}
                </>
              )}
            </span>
            {dirty && (
              <Button variant="ghost" onClick={onDiscard} disabled={busy}>
                {t('discard')}
              </Button>
            )}
            <Button type="submit" variant={dirty ? 'primary' : 'secondary'} busy={busy} disabled={!dirty}>
              {submitLabel ?? t('save')}
            </Button>
          </>
        }
      >
        <div className="max-w-[480px] space-y-4">
          {children}
          {error && <ErrorNotice error={error} />}
        </div>
      </Card>
    </form>
  );
};
