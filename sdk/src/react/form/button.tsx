import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { reportError } from './report-error.ts';

export interface ButtonProps {
  children: ReactNode;
  variant?: 'primary' | 'secondary';
  type?: 'button' | 'submit';
  /** Shows progress and ignores clicks. */
  busy?: boolean;
  /** A promise keeps the button busy until it settles; its failure is shown. */
  onClick?: () => void | Promise<unknown>;
}

/** Stays focusable while busy, so that the keyboard does not lose its place. */
export const Button = ({
  children,
  variant = 'primary',
  type = 'button',
  busy = false,
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
      aria-busy={isBusy}
      aria-disabled={isBusy}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else if (onClick) void run();
      }}
    >
      {isBusy && <span className="portico-spinner" aria-hidden="true" />}
      {children}
    </button>
  );
};
