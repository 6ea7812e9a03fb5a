import { use } from 'react';
import type { ReactNode } from 'react';
import { useTitle } from '../lib/use-title.ts';
import { Mark } from './mark.tsx';
import { ShellContext } from './shell/shell-context.ts';

export interface MessagePageProps {
  title: string;
  description?: ReactNode;
  children?: ReactNode;
}

/** One message in the middle: not found, failed. */
export const MessagePage = ({ title, description, children }: MessagePageProps) => {
  useTitle(title);
  // Inside the shell the landmark is already there.
  const Landmark = use(ShellContext) ? 'div' : 'main';
  return (
    <Landmark className="flex min-h-[70dvh] flex-col items-center justify-center px-6 py-16 text-center">
      <Mark className="mb-5 size-8 text-line-strong" />
      <h1 className="text-lg font-semibold text-fg">{title}</h1>
      {description && <p className="mt-1 max-w-md text-sm text-pretty text-muted">{description}</p>}
      {children && <div className="mt-6 flex w-full max-w-md flex-col items-center gap-4">{children}</div>}
    </Landmark>
  );
};
