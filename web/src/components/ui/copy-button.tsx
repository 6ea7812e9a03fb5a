import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { cn } from '../../lib/class-names.ts';
import { Button } from './button.tsx';

export interface CopyButtonProps {
  value: string;
  label: string;
  text?: string;
  className?: string;
}

const useCopied = (): [boolean, (value: string) => Promise<void>] => {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (value: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      toast.error(t('copy_failed'));
    }
  };
  return [copied, copy];
};

export const CopyButton = ({ value, label, text, className }: CopyButtonProps) => {
  const { t } = useTranslation();
  const [copied, copy] = useCopied();
  return (
    <Button
      variant={text ? 'secondary' : 'ghost'}
      size={text ? 'md' : 'icon-sm'}
      aria-label={text ? undefined : label}
      icon={copied ? <Check className="text-ok" /> : <Copy />}
      className={cn(!text && 'size-6 [&_svg]:size-3.5', className)}
      onClick={(event) => {
        event.stopPropagation();
        event.preventDefault();
        void copy(value);
      }}
    >
      {text}
      <span role="status" className="sr-only">
        {copied ? t('copied') : ''}
      </span>
    </Button>
  );
};

/** An id in mono, shortened in the middle of nowhere important, always copied in full. */
export const CopyableId = ({ value, label, full }: { value: string; label: string; full?: boolean }) => (
  <span className="inline-flex max-w-full items-center gap-1 font-mono text-xs text-muted">
    <span className="truncate" title={value}>
      {full || value.length <= 12 ? value : `${value.slice(0, 8)}…`}
    </span>
    <CopyButton value={value} label={label} />
  </span>
);
