import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';

export interface SecretFieldProps {
  label: string;
  value: string;
  /** A publishable value is safe to read over a shoulder. */
  revealed?: boolean;
}

export const SecretField = ({ label, value, revealed = false }: SecretFieldProps) => {
  const { t } = useTranslation();
  const [shown, setShown] = useState(revealed);
  return (
    <div className="space-y-1.5">
      <p className="text-sm font-medium text-fg">{label}</p>
      <div className="flex h-9 items-center gap-1 rounded-md border border-line-strong bg-raised pr-1 pl-2.5">
        <code className="min-w-0 flex-1 truncate font-mono text-xs text-fg" data-secret={label}>
          {shown ? value : '•'.repeat(32)}
        </code>
        {!revealed && (
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={t(shown ? 'hide_value' : 'reveal_value', { name: label })}
            icon={shown ? <EyeOff /> : <Eye />}
            onClick={() => setShown(!shown)}
          />
        )}
        <CopyButton value={value} label={t('copy_value', { name: label })} className="size-7" />
      </div>
    </div>
  );
};
