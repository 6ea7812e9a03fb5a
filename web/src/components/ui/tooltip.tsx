import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export const TooltipProvider = Radix.Provider;

export interface TooltipProps {
  content: ReactNode;
  children: ReactNode;
  side?: 'top' | 'right' | 'bottom';
}

export const Tooltip = ({ content, children, side = 'top' }: TooltipProps) => (
  <Radix.Root>
    <Radix.Trigger asChild>{children}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        side={side}
        sideOffset={6}
        collisionPadding={8}
        className="z-50 animate-pop rounded-md border border-line bg-raised px-2 py-1 text-xs text-fg shadow-pop"
      >
        {content}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);
