import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../../lib/class-names.ts';
import { Button } from './button.tsx';
import { popover, popoverItem } from './popover-style.ts';

export const Menu = DropdownMenu.Root;
export const MenuTrigger = DropdownMenu.Trigger;

export const MenuContent = ({ className, ...props }: ComponentProps<typeof DropdownMenu.Content>) => (
  <DropdownMenu.Portal>
    <DropdownMenu.Content
      sideOffset={6}
      collisionPadding={8}
      {...props}
      className={cn(popover, 'min-w-48', className)}
    />
  </DropdownMenu.Portal>
);

export const MenuItem = ({
  className,
  danger,
  ...props
}: ComponentProps<typeof DropdownMenu.Item> & { danger?: boolean }) => (
  <DropdownMenu.Item
    {...props}
    className={cn(
      popoverItem,
      danger ? 'text-danger data-[highlighted]:bg-danger-soft' : '[&_svg]:text-subtle',
      className,
    )}
  />
);

export const MenuSeparator = () => <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />;

export const MenuLabel = (props: { children: ReactNode }) => (
  <DropdownMenu.Label className="px-2 pt-1.5 pb-1 text-xs text-subtle">{props.children}</DropdownMenu.Label>
);

/** The three dots at the end of a table row. */
export const RowMenu = ({ label, children }: { label: string; children: ReactNode }) => (
  <Menu>
    <MenuTrigger asChild>
      <Button variant="ghost" size="icon-sm" aria-label={label} onClick={(event) => event.stopPropagation()}>
        <Ellipsis />
      </Button>
    </MenuTrigger>
    <MenuContent align="end" onClick={(event) => event.stopPropagation()}>
      {children}
    </MenuContent>
  </Menu>
);
