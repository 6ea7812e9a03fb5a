import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../components/ui/checkbox.tsx';

export interface AnonymousToggleProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export const AnonymousToggle = ({ checked, onChange }: AnonymousToggleProps) => {
  const { t } = useTranslation('users');
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="flex h-8 cursor-pointer items-center gap-2 text-sm text-muted hover:text-fg"
    >
      <Checkbox id={id} checked={checked} onCheckedChange={(next) => onChange(next === true)} />
      {t('show_anonymous')}
    </label>
  );
};
