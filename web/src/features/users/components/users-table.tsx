import { createColumnHelper } from '@tanstack/react-table';
import type { ColumnDef } from '@tanstack/react-table';
import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, CircleAlert, Copy, Trash2, UserRound } from 'lucide-react';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../components/data-table.tsx';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { CopyableId } from '../../../components/ui/copy-button.tsx';
import { MenuItem, MenuSeparator, RowMenu } from '../../../components/ui/menu.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { Tooltip } from '../../../components/ui/tooltip.tsx';
import type { ProjectUser } from '../api/list-users.ts';
import { userName } from '../user-name.ts';
import { MethodBadges } from './method-badges.tsx';

export interface UsersTableProps {
  projectId: string;
  users: readonly ProjectUser[] | undefined;
  stale: boolean;
  oldestFirst: boolean;
  onSort: () => void;
  onOpen: (user: ProjectUser) => void;
  onHover: (user: ProjectUser) => void;
  onDelete: (user: ProjectUser) => void;
  empty: ReactNode;
  footer: ReactNode;
}

const column = createColumnHelper<ProjectUser>();

export const UsersTable = (props: UsersTableProps) => {
  const { t } = useTranslation('users');
  return (
    <DataTable
      label={t('title')}
      columns={useColumns(props)}
      rows={props.users}
      rowId={(user) => user.id}
      stale={props.stale}
      onRowClick={props.onOpen}
      onRowHover={props.onHover}
      empty={props.empty}
      footer={props.footer}
    />
  );
};

const useColumns = ({ projectId, oldestFirst, onSort, onOpen, onDelete }: UsersTableProps) => {
  const { t } = useTranslation(['users', 'common']);
  return useMemo(
    () =>
      [
        column.display({
          id: 'user',
          header: t('columns.user'),
          cell: ({ row }) => <UserCell projectId={projectId} user={row.original} />,
          meta: { className: 'w-auto' },
        }),
        column.accessor('id', {
          header: t('columns.id'),
          cell: ({ getValue }) => <CopyableId value={getValue()} label={t('common:copy_id')} />,
          meta: { className: 'w-36 max-xl:hidden' },
        }),
        column.display({
          id: 'methods',
          header: t('columns.methods'),
          cell: ({ row }) => <MethodBadges user={row.original} />,
          meta: { className: 'w-64 max-md:hidden' },
        }),
        column.accessor('lastActiveAt', {
          header: t('columns.last_active'),
          cell: ({ getValue }) => <RelativeTime at={getValue()} />,
          meta: { className: 'w-36 max-lg:hidden' },
        }),
        column.accessor('signedUpAt', {
          header: () => <SortHeader oldestFirst={oldestFirst} onSort={onSort} />,
          cell: ({ getValue }) => <RelativeTime at={getValue()} />,
          meta: { className: 'w-36 max-sm:hidden' },
        }),
        column.display({
          id: 'menu',
          header: () => <span className="sr-only">{t('columns.actions')}</span>,
          cell: ({ row }) => <UserMenu user={row.original} onOpen={onOpen} onDelete={onDelete} />,
          meta: { className: 'w-14 text-right' },
        }),
      ] as ColumnDef<ProjectUser, never>[],
    [t, projectId, oldestFirst, onSort, onOpen, onDelete],
  );
};

const UserCell = ({ projectId, user }: { projectId: string; user: ProjectUser }) => {
  const { t } = useTranslation('users');
  const name = userName(user);
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={name} image={user.profileImageUrl} />
      <span className="min-w-0 leading-5">
        <Link
          to="/projects/$projectId/users/$userId"
          params={{ projectId, userId: user.id }}
          className="block truncate font-medium text-fg"
          onClick={(event) => event.stopPropagation()}
        >
          {name}
        </Link>
        {user.displayName && (
          <span className="flex items-center gap-1 text-xs text-subtle">
            <span className="truncate">{user.primaryEmail ?? t('no_email')}</span>
            {user.primaryEmail && !user.primaryEmailVerified && <UnverifiedIcon />}
          </span>
        )}
      </span>
      {!user.displayName && user.primaryEmail && !user.primaryEmailVerified && <UnverifiedIcon />}
    </span>
  );
};

const UnverifiedIcon = () => {
  const { t } = useTranslation('users');
  return (
    <Tooltip content={t('email_unverified')}>
      <span role="img" aria-label={t('email_unverified')} className="inline-flex shrink-0 text-warn">
        <CircleAlert className="size-3.5" aria-hidden="true" />
      </span>
    </Tooltip>
  );
};

const SortHeader = ({ oldestFirst, onSort }: Pick<UsersTableProps, 'oldestFirst' | 'onSort'>) => {
  const { t } = useTranslation('users');
  const Arrow = oldestFirst ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={onSort}
      className="inline-flex items-center gap-1 rounded-sm hover:text-fg"
    >
      {t('columns.signed_up')}
      <Arrow className="size-3.5" aria-hidden="true" />
      <span className="sr-only">{t(oldestFirst ? 'sort_oldest' : 'sort_newest')}</span>
    </button>
  );
};

const UserMenu = ({
  user,
  onOpen,
  onDelete,
}: Pick<UsersTableProps, 'onOpen' | 'onDelete'> & { user: ProjectUser }) => {
  const { t } = useTranslation(['users', 'common']);
  const email = user.primaryEmail;
  return (
    <RowMenu label={t('row_menu', { name: userName(user) })}>
      <MenuItem onSelect={() => onOpen(user)}>
        <UserRound /> {t('open')}
      </MenuItem>
      <MenuItem onSelect={() => void navigator.clipboard.writeText(user.id)}>
        <Copy /> {t('common:copy_id')}
      </MenuItem>
      {email && (
        <MenuItem onSelect={() => void navigator.clipboard.writeText(email)}>
          <Copy /> {t('copy_email')}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem danger onSelect={() => onDelete(user)}>
        <Trash2 /> {t('delete.action')}
      </MenuItem>
    </RowMenu>
  );
};
