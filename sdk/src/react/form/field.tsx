import { useId, useState } from 'react';
import type { InputHTMLAttributes, ReactElement, ReactNode, Ref } from 'react';
import { EyeIcon, EyeOffIcon } from '../icons.tsx';
import { useTranslation } from '../translation.tsx';

export interface FieldProps extends Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'autoComplete' | 'inputMode' | 'autoFocus'
> {
  label: string;
  type?: 'email' | 'text' | 'password';
  name: string;
  value: string;
  error?: string;
  /** Stands at the right of the label, and comes after the input for the keyboard. */
  aside?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
  onChange: (value: string) => void;
}

const Toggle = ({ shown, onToggle }: { shown: boolean; onToggle: () => void }): ReactElement => {
  const { t } = useTranslation();
  return (
    <button type="button" className="portico-toggle" aria-pressed={shown} onClick={onToggle}>
      {shown ? <EyeOffIcon /> : <EyeIcon />}
      <span className="portico-hidden">{shown ? t('Hide password') : t('Show password')}</span>
    </button>
  );
};

/** An input with its label above and its error below, tied together for screen readers. */
export const Field = ({
  label,
  type = 'text',
  error,
  aside,
  inputRef,
  onChange,
  ...input
}: FieldProps): ReactElement => {
  const id = useId();
  const [shown, setShown] = useState(false);
  const isPassword = type === 'password';
  return (
    <div className="portico-field">
      <label htmlFor={id}>{label}</label>
      <div className={`portico-input-wrap ${isPassword ? 'portico-has-toggle' : ''}`}>
        <input
          {...input}
          ref={inputRef}
          id={id}
          className="portico-input"
          type={isPassword && shown ? 'text' : type}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => onChange(event.target.value)}
        />
        {isPassword && <Toggle shown={shown} onToggle={() => setShown(!shown)} />}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className="portico-error" role="alert">
          {error}
        </p>
      )}
      {aside !== undefined && <span className="portico-aside">{aside}</span>}
    </div>
  );
};
