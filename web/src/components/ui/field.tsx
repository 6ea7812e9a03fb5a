import { useId } from 'react';
import type { ReactNode } from 'react';
import { cn } from '../../lib/class-names.ts';

interface ControlProps {
  id: string;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
}

export interface FieldProps {
  label: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
  optional?: string;
  className?: string;
  children: (control: ControlProps) => ReactNode;
}

/** Label above, help below, the error in words at the field. */
export const Field = ({ label, help, error, optional, className, children }: FieldProps) => {
  const id = useId();
  const notes = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ');
  return (
    <div className={cn('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="flex items-baseline justify-between text-sm font-medium text-fg">
        {label}
        {optional && <span className="text-xs font-normal text-subtle">{optional}</span>}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': notes || undefined })}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className="text-xs text-subtle">
          {help}
        </p>
      )}
    </div>
  );
};
