import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FolderKanban, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page.tsx';
import { QueryError } from '../../components/query-error.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { Button } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { projectsQuery } from '../../features/projects/api/list-projects.ts';
import type { OwnedProject } from '../../features/projects/api/list-projects.ts';
import { ProjectCards } from '../../features/projects/components/project-cards.tsx';

const CreateButton = ({ label, main }: { label: string; main?: boolean }) => (
  <Button variant="primary" asChild>
    <Link to="/new-project" data-main-action={main || undefined}>
      <Plus /> {label}
    </Link>
  </Button>
);

export const ProjectsPage = () => {
  const { t } = useTranslation('projects');
  const { data: projects = [], error, refetch } = useQuery(projectsQuery);
  const isEmpty = projects.length === 0 && !error;
  return (
    <Page
      title={t('title')}
      description={t('description')}
      action={!isEmpty && <CreateButton label={t('create')} main />}
    >
      {error && <QueryError error={error} onRetry={() => void refetch()} />}
      {isEmpty ? (
        <div className="rounded-lg border border-line">
          <EmptyState
            icon={<FolderKanban />}
            title={t('empty.title')}
            description={t('empty.description')}
            action={<CreateButton label={t('create')} main />}
          />
        </div>
      ) : (
        <SearchableProjects projects={projects} />
      )}
    </Page>
  );
};

const SearchableProjects = ({ projects }: { projects: readonly OwnedProject[] }) => {
  const { t } = useTranslation('projects');
  const [query, setQuery] = useState('');
  const shown = projects.filter((project) => project.displayName.toLowerCase().includes(query.toLowerCase()));
  return (
    <div className="space-y-4">
      <SearchInput label={t('search')} value={query} onSearch={setQuery} />
      {shown.length === 0 && projects.length > 0 ? (
        <p className="py-10 text-center text-sm text-muted">{t('none_match', { query })}</p>
      ) : (
        <ProjectCards projects={shown} />
      )}
    </div>
  );
};
