import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/describe-error.ts';
import type { ErrorDescription } from '../../lib/describe-error.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { Input } from './input.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Names what will be lost and what cannot be undone. */
  description: ReactNode;
  confirmLabel: string;
  /** When given, this text has to be typed before the button works. */
  typed?: string;
  onConfirm: () => Promise<unknown>;
}

export const ConfirmDialog = (props: ConfirmDialogProps) => (
  <Dialog
    open={props.open}
    onOpenChange={props.onOpenChange}
    title={props.title}
    description={props.description}
  >
    {props.open && <ConfirmForm {...props} />}
  </Dialog>
);

const ConfirmForm = ({ onOpenChange, confirmLabel, typed, onConfirm }: ConfirmDialogProps) => {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorDescription>();
  const confirm = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await onConfirm();
      onOpenChange(false);
    } catch (caught) {
      setError(describeError(caught));
    }
    setBusy(false);
  };
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      {typed !== undefined && (
        <div className="space-y-1.5">
          <label htmlFor={id} className="block text-sm text-muted">
            {t('confirm.type_before')}{' '}
            <strong className="font-medium break-all text-fg select-all">{typed}</strong>{' '}
            {t('confirm.type_after')}
          </label>
          <Input
            id={id}
            value={text}
            onChange={(event) => setText(event.target.value)}
            autoFocus
            spellCheck={false}
          />
        </div>
      )}
      {error && <ErrorNotice error={error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={() => onOpenChange(false)}>{t('cancel')}</Button>
        <Button
          type="submit"
          variant="danger"
          busy={busy}
          disabled={typed !== undefined && text.trim() !== typed.trim()}
        >
          {confirmLabel}
        </Button>
      </div>
    </form>
  );
};
