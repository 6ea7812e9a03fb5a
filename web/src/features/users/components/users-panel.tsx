import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryError } from '../../../components/query-error.tsx';
import { SearchInput } from '../../../components/search-input.tsx';
import type { OwnedProject } from '../../projects/api/list-projects.ts';
import { userQuery } from '../api/get-user.ts';
import { usersQuery } from '../api/list-users.ts';
import type { ProjectUser } from '../api/list-users.ts';
import type { UsersSearch } from '../users-search.ts';
import { AnonymousToggle } from './anonymous-toggle.tsx';
import { CursorPagination } from './cursor-pagination.tsx';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { NoUsers } from './no-users.tsx';
import { UsersTable } from './users-table.tsx';

export interface UsersPanelProps {
  project: OwnedProject;
  search: UsersSearch;
  onSearch: (search: UsersSearch) => void;
  onCreate: () => void;
}

export const UsersPanel = ({ project, search, onSearch, onCreate }: UsersPanelProps) => {
  const { t } = useTranslation('users');
  const navigate = useNavigate();
  const client = useQueryClient();
  const users = useQuery(usersQuery(project, search));
  const [deleting, setDeleting] = useState<ProjectUser>();
  const projectId = project.id;
  const open = useCallback(
    ({ id }: ProjectUser) =>
      void navigate({ to: '/projects/$projectId/users/$userId', params: { projectId, userId: id } }),
    [navigate, projectId],
  );
  // A new search, order or filter starts at the first page again.
  const change = (next: UsersSearch): void => onSearch({ ...next, cursor: undefined });
  const oldestFirst = search.order === 'oldest';
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchInput
          label={t('search')}
          value={search.query ?? ''}
          onSearch={(query) => change({ ...search, query: query || undefined })}
        />
        <AnonymousToggle
          checked={search.anonymous === 'true'}
          onChange={(shown) => change({ ...search, anonymous: shown ? 'true' : undefined })}
        />
      </div>
      {users.isError ? (
        <QueryError error={users.error} onRetry={() => void users.refetch()} />
      ) : (
        <UsersTable
          projectId={projectId}
          users={users.data}
          stale={users.isPlaceholderData}
          oldestFirst={oldestFirst}
          onSort={() => change({ ...search, order: oldestFirst ? undefined : 'oldest' })}
          onOpen={open}
          onHover={(user) => void client.prefetchQuery(userQuery(project, user.id))}
          onDelete={setDeleting}
          empty={
            <NoUsers project={project} search={search} onCreate={onCreate} onClear={() => onSearch({})} />
          }
          footer={
            <CursorPagination
              cursor={search.cursor}
              nextCursor={users.data?.nextCursor ?? null}
              onCursor={(cursor) => onSearch({ ...search, cursor })}
            />
          }
        />
      )}
      <DeleteUserDialog project={project} user={deleting} onClose={() => setDeleting(undefined)} />
    </div>
  );
};
