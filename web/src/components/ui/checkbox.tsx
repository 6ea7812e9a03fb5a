import { Check } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '../../lib/class-names.ts';

export const Checkbox = ({ className, ...props }: ComponentProps<typeof Radix.Root>) => (
  <Radix.Root
    {...props}
    className={cn(
      'inline-flex size-4 shrink-0 items-center justify-center rounded-sm border border-line-strong bg-raised',
      'transition-colors duration-150 hover:border-subtle data-[state=checked]:border-accent data-[state=checked]:bg-accent',
      className,
    )}
  >
    <Radix.Indicator>
      <Check className="size-3 text-accent-fg" strokeWidth={3} />
    </Radix.Indicator>
  </Radix.Root>
);
