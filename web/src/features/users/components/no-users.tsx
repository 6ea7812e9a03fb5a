import { Plus, SearchX, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { CodeBlock } from '../../../components/ui/code-block.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { runtimeConfig } from '../../../config/runtime-config.ts';
import type { OwnedProject } from '../../projects/api/list-projects.ts';
import type { UsersSearch } from '../users-search.ts';

export interface NoUsersProps {
  project: OwnedProject;
  search: UsersSearch;
  onCreate: () => void;
  onClear: () => void;
}

const signUpCode = (projectId: string): string => `import { PorticoClientApp } from '@portico/sdk';

const portico = new PorticoClientApp({
  baseUrl: '${runtimeConfig.api_url}',
  projectId: '${projectId}',
  publishableClientKey: '<publishable client key>',
  tokenStore: 'cookie',
});

await portico.redirectToSignUp();`;

export const NoUsers = ({ project, search, onCreate, onClear }: NoUsersProps) => {
  const { t } = useTranslation('users');
  const { query } = search;
  if (query || search.cursor) {
    return (
      <EmptyState
        icon={<SearchX />}
        title={t('none_match.title', { query: query ?? '' })}
        description={t('none_match.description')}
        action={<Button onClick={onClear}>{t('none_match.clear')}</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={<Users />}
      title={t('empty.title')}
      description={t('empty.description')}
      action={
        <Button variant="primary" icon={<Plus />} onClick={onCreate}>
          {t('create')}
        </Button>
      }
    >
      <CodeBlock title={t('empty.code')} code={signUpCode(project.id)} />
    </EmptyState>
  );
};
