import { Switch as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '../../lib/class-names.ts';

export const Switch = ({ className, ...props }: ComponentProps<typeof Radix.Root>) => (
  <Radix.Root
    {...props}
    className={cn(
      'inline-flex h-5 w-9 shrink-0 items-center rounded-full border border-transparent bg-line-strong px-0.5',
      'transition-colors duration-150 data-[state=checked]:bg-accent disabled:cursor-not-allowed disabled:opacity-50',
      className,
    )}
  >
    <Radix.Thumb className="block size-3.5 rounded-full bg-white transition-transform duration-150 data-[state=checked]:translate-x-4 dark:data-[state=checked]:bg-accent-fg" />
  </Radix.Root>
);
