import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { reportError } from './report-error.ts';

export interface ButtonProps {
  children: ReactNode;
  variant?: 'primary' | 'secondary' | 'danger';
  type?: 'button' | 'submit';
  /** Shows progress and ignores clicks. */
  busy?: boolean;
  /** Ignores clicks; `title` tells why. */
  disabled?: boolean;
  title?: string;
  /** Read out in place of the text. */
  label?: string;
  icon?: ReactNode;
  /** A promise keeps the button busy until it settles; its failure is shown. */
  onClick?: () => void | Promise<unknown>;
}

/** Stays focusable while busy or disabled, so that the keyboard does not lose its place. */
export const Button = ({
  children,
  variant = 'primary',
  type = 'button',
  busy = false,
  disabled = false,
  title,
  label,
  icon,
  onClick,
}: ButtonProps): ReactElement => {
  const [running, setRunning] = useState(false);
  const isBusy = busy || running;

  const run = async (): Promise<void> => {
    setRunning(true);
    try {
      await onClick?.();
    } catch (error) {
      reportError(error);
    } finally {
      setRunning(false);
    }
  };

  return (
    <button
      type={type}
      className="portico-button"
      data-variant={variant}
      title={title}
      aria-label={label}
      aria-busy={isBusy}
      aria-disabled={isBusy || disabled}
      onClick={(event) => {
        if (isBusy || disabled) event.preventDefault();
        else if (onClick) void run();
      }}
    >
      {isBusy ? <span className="portico-spinner" aria-hidden="true" /> : icon}
      {children}
    </button>
  );
};
