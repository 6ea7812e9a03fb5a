import type { ReactNode } from 'react';
import { cn } from '../lib/class-names.ts';
import { useTitle } from '../lib/use-title.ts';

export interface PageProps {
  title: string;
  /** What the title says on the page, when that is more than text. */
  heading?: ReactNode;
  description?: ReactNode;
  action?: ReactNode;
  /** Forms and settings read best in a narrow column. */
  narrow?: boolean;
  children: ReactNode;
}

export const Page = ({ title, heading, description, action, narrow, children }: PageProps) => {
  useTitle(title);
  return (
    <div
      className={cn('mx-auto w-full max-w-[1200px] px-4 pt-6 pb-16 sm:px-8 sm:pt-8', narrow && 'max-w-3xl')}
    >
      <header className="mb-6 flex min-h-9 flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 space-y-0.5">
          <h1 className="text-xl font-semibold text-fg">{heading ?? title}</h1>
          {description && <p className="text-sm text-muted">{description}</p>}
        </div>
        {action && <div className="flex flex-wrap items-center gap-2">{action}</div>}
      </header>
      {children}
    </div>
  );
};
