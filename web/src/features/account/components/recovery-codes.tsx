import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { Button } from '../../../components/ui/button.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import type { Owner } from '../api/get-owner.ts';

const countQuery = (owner: Owner) =>
  queryOptions({
    queryKey: ['owner', owner.id, 'recovery-codes'],
    queryFn: async () => await owner.countRecoveryCodes(),
  });

interface RecoveryCodesRowProps {
  owner: Owner;
  onCodes: (codes: readonly string[]) => void;
}

/** How many codes are left, and a way to new ones. */
export const RecoveryCodesRow = ({ owner, onCodes }: RecoveryCodesRowProps) => {
  const { t } = useTranslation('account');
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { data: count } = useQuery(countQuery(owner));
  const replace = async (): Promise<void> => {
    onCodes(await owner.createRecoveryCodes());
    await client.invalidateQueries(countQuery(owner));
  };
  return (
    <>
      <span className="mr-auto text-sm text-muted">
        {count !== undefined && t('recovery.left', { count })}
      </span>
      <Button onClick={() => setAsking(true)}>{t('recovery.replace')}</Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('recovery.replace_title')}
        description={t('recovery.replace_description')}
        confirmLabel={t('recovery.replace')}
        onConfirm={replace}
      />
    </>
  );
};

interface RecoveryCodeListProps {
  codes: readonly string[];
  onDone: () => void;
}

/** Shown once: the server keeps only hashes. */
export const RecoveryCodeList = ({ codes, onDone }: RecoveryCodeListProps) => {
  const { t } = useTranslation(['account', 'common']);
  const text = codes.join('\n');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(t('common:copied'));
    } catch {
      toast.error(t('common:copy_failed'));
    }
  };
  return (
    <div className="space-y-4">
      <ul
        aria-label={t('recovery.title')}
        className="grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-md bg-sunken p-3 font-mono text-sm text-fg"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <Button icon={<Copy />} onClick={() => void copy()}>
          {t('recovery.copy')}
        </Button>
        <Button asChild>
          <a
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
            download="portico-recovery-codes.txt"
          >
            <Download /> {t('recovery.download')}
          </a>
        </Button>
        <Button variant="primary" onClick={onDone}>
          {t('recovery.kept')}
        </Button>
      </div>
    </div>
  );
};
