import { cn } from '../lib/class-names.ts';

/** A lintel over two columns, in the current colour. */
export const Mark = ({ className }: { className?: string }) => (
  <svg
    viewBox="0 0 24 24"
    fill="currentColor"
    aria-hidden="true"
    className={cn('size-6 shrink-0', className)}
  >
    <rect x="2" y="3" width="20" height="5" rx="2.5" />
    <rect x="4" y="10" width="5" height="11" rx="2.5" />
    <rect x="15" y="10" width="5" height="11" rx="2.5" />
  </svg>
);

export const WordMark = ({ className }: { className?: string }) => (
  <span
    className={cn('inline-flex items-center gap-2 text-lg font-semibold tracking-tight text-fg', className)}
  >
    <Mark className="size-5 text-accent-text" />
    Portico
  </span>
);
