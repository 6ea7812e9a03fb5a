import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../lib/class-names.ts';
import { Button } from './button.tsx';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  /** Closes only through its own buttons: for things shown once. */
  sticky?: boolean;
  className?: string;
}

const keepOpen = (event: Event): void => event.preventDefault();

export const Dialog = ({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  sticky,
  className,
}: DialogProps) => {
  const { t } = useTranslation();
  const guards = sticky
    ? { onPointerDownOutside: keepOpen, onInteractOutside: keepOpen, onEscapeKeyDown: keepOpen }
    : {};
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-overlay" />
        <Radix.Content
          {...guards}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cn(
            'fixed inset-x-3 top-[10vh] z-40 mx-auto flex max-h-[80vh] max-w-md animate-pop flex-col rounded-xl border',
            'border-line bg-surface shadow-pop outline-none max-sm:top-4 max-sm:max-h-[calc(100dvh-2rem)]',
            className,
          )}
        >
          <div className="flex items-start justify-between gap-4 px-5 pt-5">
            <div className="min-w-0 space-y-1">
              <Radix.Title className="text-lg font-semibold text-fg">{title}</Radix.Title>
              {description && (
                <Radix.Description asChild className="text-sm text-muted">
                  <div>{description}</div>
                </Radix.Description>
              )}
            </div>
            {!sticky && (
              <Radix.Close asChild>
                <Button variant="ghost" size="icon-sm" aria-label={t('close')} className="-mt-1 -mr-1.5">
                  <X />
                </Button>
              </Radix.Close>
            )}
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
          {footer && (
            <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{footer}</div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
};
