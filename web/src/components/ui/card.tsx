import type { ReactNode } from 'react';
import { cn } from '../../lib/class-names.ts';

export interface CardProps {
  title?: ReactNode;
  description?: ReactNode;
  action?: ReactNode;
  footer?: ReactNode;
  children?: ReactNode;
  tone?: 'plain' | 'danger';
  flush?: boolean;
  className?: string;
}

export const Card = ({
  title,
  description,
  action,
  footer,
  children,
  tone = 'plain',
  flush,
  className,
}: CardProps) => (
  <section
    className={cn(
      'overflow-hidden rounded-lg border border-line bg-surface',
      tone === 'danger' && 'border-danger/40',
      className,
    )}
  >
    {title && (
      <header
        className={cn(
          'flex flex-wrap items-start justify-between gap-3 px-5 pt-4',
          (flush || !children) && 'pb-4',
        )}
      >
        <div className="min-w-0 space-y-0.5">
          <h2 className="text-base font-semibold text-fg">{title}</h2>
          {description && <p className="max-w-prose text-sm text-muted">{description}</p>}
        </div>
        {action}
      </header>
    )}
    {children && (
      <div className={cn(!flush && 'px-5 py-4', flush && title && 'border-t border-line')}>{children}</div>
    )}
    {footer && (
      <footer className="flex min-h-12 flex-wrap items-center justify-end gap-3 border-t border-line bg-sunken px-5 py-2">
        {footer}
      </footer>
    )}
  </section>
);

/** Names on the left, values on the right; one column on phones. */
export const DescriptionList = ({ children }: { children: ReactNode }) => (
  <dl className="divide-y divide-line">{children}</dl>
);

export const DescriptionRow = ({ term, children }: { term: ReactNode; children: ReactNode }) => (
  <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2 sm:flex-nowrap">
    <dt className="w-full text-sm text-muted sm:w-44 sm:shrink-0">{term}</dt>
    <dd className="flex min-w-0 flex-1 flex-wrap items-center gap-2 text-sm text-fg">{children}</dd>
  </div>
);
