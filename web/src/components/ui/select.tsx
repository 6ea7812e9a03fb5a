import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { cn } from '../../lib/class-names.ts';
import { fieldBox } from './input.tsx';
import { popover, popoverItem } from './popover-style.ts';

export interface SelectOption {
  value: string;
  label: string;
}

export interface SelectProps {
  id?: string;
  value: string;
  options: readonly SelectOption[];
  onValueChange: (value: string) => void;
  className?: string;
  'aria-label'?: string;
  'aria-invalid'?: boolean | undefined;
  'aria-describedby'?: string | undefined;
}

export const Select = ({ value, options, onValueChange, className, ...control }: SelectProps) => (
  <Radix.Root value={value} onValueChange={onValueChange}>
    <Radix.Trigger
      {...control}
      className={cn(fieldBox, 'flex h-8 items-center justify-between gap-2', className)}
    >
      <Radix.Value />
      <Radix.Icon>
        <ChevronDown className="size-4 text-subtle" />
      </Radix.Icon>
    </Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        position="popper"
        sideOffset={4}
        className={cn(popover, 'min-w-(--radix-select-trigger-width)')}
      >
        <Radix.Viewport>
          {options.map((option) => (
            <Radix.Item key={option.value} value={option.value} className={cn(popoverItem, 'pr-8')}>
              <Radix.ItemText>{option.label}</Radix.ItemText>
              <Radix.ItemIndicator className="absolute right-2">
                <Check className="size-4 text-accent-text" />
              </Radix.ItemIndicator>
            </Radix.Item>
          ))}
        </Radix.Viewport>
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);
