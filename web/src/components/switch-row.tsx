import { useId } from 'react';
import type { ReactNode } from 'react';
import { Switch } from './ui/switch.tsx';

export interface SwitchRowProps {
  label: ReactNode;
  help?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onCheckedChange: (checked: boolean) => void;
}

/** The whole row answers to a click, not only the switch. */
export const SwitchRow = ({ label, help, ...control }: SwitchRowProps) => {
  const id = useId();
  return (
    <div className="flex min-h-11 items-center justify-between gap-6 px-4 py-2.5">
      <label htmlFor={id} className="min-w-0 flex-1 cursor-pointer">
        <span className="block text-sm font-medium text-fg">{label}</span>
        {help && (
          <span id={`${id}-help`} className="block text-xs text-subtle">
            {help}
          </span>
        )}
      </label>
      <Switch id={id} aria-describedby={help ? `${id}-help` : undefined} {...control} />
    </div>
  );
};
