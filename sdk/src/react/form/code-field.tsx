import { useEffect, useId, useRef } from 'react';
import type { CSSProperties, ReactElement } from 'react';

export interface CodeFieldProps {
  label: string;
  value: string;
  error?: string;
  /** Only digits, with the number pad of phones. */
  numeric?: boolean;
  disabled?: boolean;
  length?: number;
  onChange: (value: string) => void;
  /** The last character was typed or pasted. */
  onComplete: (value: string) => void;
}

/** A short code, with a slot for each character. One input, so that pasting and autofill just work. */
export const CodeField = (props: CodeFieldProps): ReactElement => {
  const { label, value, error, numeric = false, disabled = false, length = 6, onChange, onComplete } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!disabled) input.current?.focus();
  }, [disabled, error]);
  const take = (text: string): void => {
    const code = text
      .replace(numeric ? /\D/g : /[^a-z0-9]/gi, '')
      .slice(0, length)
      .toUpperCase();
    onChange(code);
    if (code.length === length && code !== value) onComplete(code);
  };
  return (
    <div className="portico-field">
      <label htmlFor={id}>{label}</label>
      <div className="portico-code-wrap" style={{ '--portico-slots': length } as CSSProperties}>
        <div className="portico-slots" aria-hidden="true">
          {Array.from({ length }, (_, index) => (
            <i key={index} data-active={!disabled && index === Math.min(value.length, length - 1)}>
              {value[index] ?? ''}
            </i>
          ))}
        </div>
        <input
          ref={input}
          id={id}
          className="portico-code"
          value={value}
          disabled={disabled}
          inputMode={numeric ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => take(event.target.value)}
        />
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className="portico-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
};
