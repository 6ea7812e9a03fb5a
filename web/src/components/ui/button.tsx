import { LoaderCircle } from 'lucide-react';
import { Slot } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../../lib/class-names.ts';

const variants = {
  primary: 'bg-accent text-accent-fg hover:bg-accent-hover',
  secondary: 'border border-line-strong bg-raised text-fg hover:bg-hover',
  ghost: 'text-muted hover:bg-hover hover:text-fg',
  danger: 'bg-danger text-danger-fg hover:bg-danger-hover',
  'danger-quiet': 'border border-line-strong bg-raised text-danger hover:bg-danger-soft',
} as const;

const sizes = {
  md: 'h-8 px-3 text-sm gap-1.5',
  lg: 'h-9 px-4 text-base gap-2',
  icon: 'size-8 justify-center',
  'icon-sm': 'size-7 justify-center',
} as const;

export type ButtonProps = ComponentProps<'button'> & {
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
  busy?: boolean;
  icon?: ReactNode;
  asChild?: boolean;
};

export const Button = ({
  variant = 'secondary',
  size = 'md',
  busy,
  icon,
  asChild,
  ...props
}: ButtonProps) => {
  const className = cn(
    'relative inline-flex shrink-0 items-center justify-center rounded-md font-medium whitespace-nowrap select-none',
    'transition-colors duration-150 disabled:pointer-events-none disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
    props.className,
  );
  if (asChild) return <Slot.Root {...props} className={className} />;
  return (
    <button
      type="button"
      {...props}
      aria-busy={busy || undefined}
      disabled={props.disabled || busy}
      className={className}
    >
      {busy ? <LoaderCircle className="animate-spin" aria-hidden="true" /> : icon}
      {props.children}
    </button>
  );
};
