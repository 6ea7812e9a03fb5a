import type { ReactNode } from 'react';

export interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  description: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

/** One sentence on what this is good for, the one action, and the code for it. */
export const EmptyState = ({ icon, title, description, action, children }: EmptyStateProps) => (
  <div className="flex flex-col items-center px-6 py-14 text-center">
    <div className="mb-4 flex size-10 items-center justify-center rounded-lg border border-line bg-raised text-subtle [&_svg]:size-5">
      {icon}
    </div>
    <h2 className="text-base font-semibold text-fg">{title}</h2>
    <p className="mt-1 max-w-sm text-sm text-pretty text-muted">{description}</p>
    {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    {children && <div className="mt-8 w-full max-w-2xl text-left">{children}</div>}
  </div>
);
