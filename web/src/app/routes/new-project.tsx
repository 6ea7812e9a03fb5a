import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowRight, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page.tsx';
import { QueryError } from '../../components/query-error.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ErrorNotice } from '../../components/ui/error-notice.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { createProjectKey } from '../../features/project-keys/api/create-project-key.ts';
import type { FirstViewKey } from '../../features/project-keys/api/create-project-key.ts';
import { hostedSignInPath } from '../../features/hosted-pages/client-key.ts';
import { KeyValues } from '../../features/project-keys/components/key-values.tsx';
import { createProject } from '../../features/projects/api/create-project.ts';
import type { NewProject } from '../../features/projects/api/create-project.ts';
import { ownerTeamsQuery } from '../../features/projects/api/list-owner-teams.ts';
import { projectsQuery } from '../../features/projects/api/list-projects.ts';
import type { OwnedProject } from '../../features/projects/api/list-projects.ts';
import { NewProjectForm } from '../../features/projects/components/new-project-form.tsx';
import { describeError } from '../../lib/describe-error.ts';

const route = getRouteApi('/shell/owner/new-project');

interface Created {
  project: OwnedProject;
  projectKey?: FirstViewKey;
  keyError?: unknown;
}

export const NewProjectPage = () => {
  const { t } = useTranslation('projects');
  const { owner } = route.useRouteContext();
  const { display_name = '' } = route.useSearch();
  const client = useQueryClient();
  const teams = useQuery(ownerTeamsQuery(owner));
  const [created, setCreated] = useState<Created>();

  const create = async (values: NewProject): Promise<void> => {
    const project = await createProject(owner, values);
    await client.invalidateQueries(projectsQuery);
    // The project stays when its first keys fail; they can be made later.
    const result = await createProjectKey(project, { description: t('new.first_key'), expiry: 'never' }).then(
      (projectKey) => ({ project, projectKey }),
      (keyError: unknown) => ({ project, keyError }),
    );
    setCreated(result);
  };

  if (created) return <ProjectReady {...created} />;
  const defaultTeamId = owner.selectedTeam?.id ?? teams.data?.[0]?.id;
  return (
    <Page title={t('new.title')} description={t('new.description')} narrow>
      {teams.isError && <QueryError error={teams.error} onRetry={() => void teams.refetch()} />}
      {teams.isPending && <Skeleton className="h-96 max-w-[480px]" />}
      {teams.data && !defaultTeamId && <ErrorNotice error={{ message: t('new.no_team') }} />}
      {teams.data && defaultTeamId && (
        <NewProjectForm
          teams={teams.data}
          defaultTeamId={defaultTeamId}
          defaultName={display_name}
          onSubmit={create}
        />
      )}
    </Page>
  );
};

const ProjectReady = ({ project, projectKey, keyError }: Created) => {
  const { t } = useTranslation('projects');
  const name = project.displayName;
  const params = { projectId: project.id };
  return (
    <Page title={t('ready.title', { name })} description={projectKey && t('ready.description')} narrow>
      <div className="max-w-xl space-y-6">
        {projectKey && <KeyValues projectId={project.id} projectKey={projectKey} />}
        {keyError !== undefined && (
          <ErrorNotice
            error={{ ...describeError(keyError), message: t('new.key_failed', { name }) }}
            action={
              <Button asChild>
                <Link to="/projects/$projectId/project-keys" params={params}>
                  {t('new.key_page')}
                </Link>
              </Button>
            }
          />
        )}
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" size="lg" asChild>
            <Link to="/projects/$projectId" params={params} data-main-action>
              {t('ready.open', { name })} <ArrowRight />
            </Link>
          </Button>
          {projectKey?.publishableClientKey && (
            <Button size="lg" asChild>
              <a
                href={hostedSignInPath(project.id, projectKey.publishableClientKey)}
                target="_blank"
                rel="noreferrer"
              >
                {t('ready.sign_in_page')} <ExternalLink />
              </a>
            </Button>
          )}
        </div>
      </div>
    </Page>
  );
};
