import { createColumnHelper } from '@tanstack/react-table';
import type { ColumnDef } from '@tanstack/react-table';
import { Ban } from 'lucide-react';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../components/data-table.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { MenuItem, RowMenu } from '../../../components/ui/menu.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import type { ProjectKey } from '../api/list-project-keys.ts';
import { neverExpires } from '../key-expiry.ts';

export interface KeysTableProps {
  keys: readonly ProjectKey[] | undefined;
  onRevoke: (key: ProjectKey) => void;
  empty: ReactNode;
}

const column = createColumnHelper<ProjectKey>();
const tones = { valid: 'ok', expired: 'warn', 'manually-revoked': 'neutral' } as const;

const LastFour = ({ value }: { value: { lastFour: string } | null | undefined }) =>
  value ? <code className="font-mono text-xs">…{value.lastFour}</code> : <span aria-hidden="true">–</span>;

export const KeysTable = ({ keys, onRevoke, empty }: KeysTableProps) => {
  const { t } = useTranslation('project_keys');
  const columns = useMemo(
    () =>
      [
        column.accessor('description', {
          header: t('columns.description'),
          cell: ({ getValue }) => <span className="font-medium text-fg">{getValue()}</span>,
          meta: { className: 'w-auto' },
        }),
        column.display({
          id: 'status',
          header: t('columns.status'),
          cell: ({ row }) => {
            const status = row.original.whyInvalid() ?? 'valid';
            return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>;
          },
          meta: { className: 'w-28' },
        }),
        column.display({
          id: 'client',
          header: t('columns.client_key'),
          cell: ({ row }) => <LastFour value={row.original.publishableClientKey} />,
          meta: { className: 'w-28 max-md:hidden' },
        }),
        column.display({
          id: 'server',
          header: t('columns.server_key'),
          cell: ({ row }) => <LastFour value={row.original.secretServerKey} />,
          meta: { className: 'w-28 max-md:hidden' },
        }),
        column.accessor('expiresAt', {
          header: t('columns.expires'),
          cell: ({ getValue }) => (neverExpires(getValue()) ? t('never') : <RelativeTime at={getValue()} />),
          meta: { className: 'w-32 max-md:hidden' },
        }),
        column.accessor('createdAt', {
          header: t('columns.created'),
          cell: ({ getValue }) => <RelativeTime at={getValue()} />,
          meta: { className: 'w-32 max-md:hidden' },
        }),
        column.display({
          id: 'menu',
          header: () => <span className="sr-only">{t('row_menu', { name: '' })}</span>,
          cell: ({ row }) =>
            row.original.isValid() && (
              <RowMenu label={t('row_menu', { name: row.original.description })}>
                <MenuItem danger onSelect={() => onRevoke(row.original)}>
                  <Ban /> {t('revoke')}
                </MenuItem>
              </RowMenu>
            ),
          meta: { className: 'w-14 text-right' },
        }),
      ] as ColumnDef<ProjectKey, never>[],
    [t, onRevoke],
  );
  return <DataTable label={t('title')} columns={columns} rows={keys} rowId={(key) => key.id} empty={empty} />;
};
