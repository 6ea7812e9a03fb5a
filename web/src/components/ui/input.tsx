import type { ComponentProps } from 'react';
import { cn } from '../../lib/class-names.ts';

export const fieldBox = cn(
  'w-full rounded-md border border-line-strong bg-raised px-2.5 text-base text-fg transition-colors duration-150',
  'hover:border-subtle focus-visible:border-ring focus-visible:outline-2 focus-visible:outline-offset-0',
  'aria-invalid:border-danger disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted',
);

export const Input = ({ className, ...props }: ComponentProps<'input'>) => (
  <input autoComplete="off" {...props} className={cn(fieldBox, 'h-8', className)} />
);

export const Textarea = ({ className, ...props }: ComponentProps<'textarea'>) => (
  <textarea {...props} className={cn(fieldBox, 'min-h-20 py-1.5', className)} />
);
