import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { QueryError } from '../../../components/query-error.tsx';
import { SearchInput } from '../../../components/search-input.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { Select } from '../../../components/ui/select.tsx';
import type { OwnedProject } from '../../projects/api/list-projects.ts';
import { projectKeysQuery } from '../api/list-project-keys.ts';
import type { ProjectKey } from '../api/list-project-keys.ts';
import { KeysTable } from './keys-table.tsx';

export interface KeysPanelProps {
  project: OwnedProject;
  onCreate: () => void;
}

type Filter = 'valid' | 'all';

const validFirst = (a: ProjectKey, b: ProjectKey): number =>
  Number(b.isValid()) - Number(a.isValid()) || b.createdAt.getTime() - a.createdAt.getTime();

export const KeysPanel = ({ project, onCreate }: KeysPanelProps) => {
  const { t } = useTranslation('project_keys');
  const client = useQueryClient();
  const keys = useQuery(projectKeysQuery(project));
  const [text, setText] = useState('');
  const [filter, setFilter] = useState<Filter>('valid');
  const [revoking, setRevoking] = useState<ProjectKey>();
  if (keys.isError) return <QueryError error={keys.error} onRetry={() => void keys.refetch()} />;
  const shown = keys.data
    ?.filter((key) => filter === 'all' || key.isValid())
    .filter((key) => key.description.toLowerCase().includes(text.toLowerCase()))
    .toSorted(validFirst);
  const revoke = async (key: ProjectKey): Promise<void> => {
    await key.revoke();
    await client.invalidateQueries(projectKeysQuery(project));
    toast.success(t('revoked', { name: key.description }));
  };
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput label={t('search')} value={text} onSearch={setText} />
        <Select
          aria-label={t('filter.label')}
          className="w-28"
          value={filter}
          onValueChange={(value) => setFilter(value as Filter)}
          options={[
            { value: 'valid', label: t('filter.valid') },
            { value: 'all', label: t('filter.all') },
          ]}
        />
      </div>
      <KeysTable
        keys={shown}
        onRevoke={setRevoking}
        empty={
          <NoKeys
            hasKeys={Boolean(keys.data?.length)}
            hasText={text !== ''}
            onCreate={onCreate}
            onShowAll={() => setFilter('all')}
          />
        }
      />
      <ConfirmDialog
        open={revoking !== undefined}
        onOpenChange={(open) => !open && setRevoking(undefined)}
        title={t('revoke_title', { name: revoking?.description })}
        description={t('revoke_description')}
        confirmLabel={t('revoke_confirm')}
        onConfirm={async () => revoking && (await revoke(revoking))}
      />
    </div>
  );
};

interface NoKeysProps {
  hasKeys: boolean;
  hasText: boolean;
  onCreate: () => void;
  onShowAll: () => void;
}

const NoKeys = ({ hasKeys, hasText, onCreate, onShowAll }: NoKeysProps) => {
  const { t } = useTranslation('project_keys');
  if (hasText) return <p className="px-4 py-10 text-center text-sm text-muted">{t('none_match')}</p>;
  return (
    <EmptyState
      icon={<KeyRound />}
      title={t(hasKeys ? 'none_valid.title' : 'empty.title')}
      description={t(hasKeys ? 'none_valid.description' : 'empty.description')}
      action={
        <>
          <Button variant="primary" icon={<Plus />} onClick={onCreate}>
            {t('create')}
          </Button>
          {hasKeys && <Button onClick={onShowAll}>{t('none_valid.show_all')}</Button>}
        </>
      }
    />
  );
};
