import { Link, useParams, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { pages } from '../../app/pages.ts';
import { useShell } from './shell-context.ts';
import { UserName } from './user-name.tsx';

export const Breadcrumbs = () => {
  const { t } = useTranslation(['shell', 'projects']);
  const { project } = useShell();
  const { projectId, userId } = useParams({ strict: false });
  const path = useRouterState({ select: (state) => state.location.pathname });
  const page = pages.find(
    (row) => pathOf(row.to, projectId) === path || path.startsWith(`${pathOf(row.to, projectId)}/`),
  );
  const inProject = projectId && project;
  const crumbs = [
    inProject && (
      <Link to="/projects" className="hover:text-fg">
        {t('pages.projects')}
      </Link>
    ),
    inProject && (
      <Link to="/projects/$projectId" params={{ projectId }} className="max-w-40 truncate hover:text-fg">
        {project.displayName}
      </Link>
    ),
    inProject && page && userId && (
      <Link to="/projects/$projectId/users" params={{ projectId }} className="hover:text-fg">
        {t(`pages.${page.id}`)}
      </Link>
    ),
    inProject && userId ? (
      <UserName project={project} userId={userId} />
    ) : (
      page && !(projectId && !project) && t(`pages.${page.id}`)
    ),
    path === '/new-project' && t('projects:new.title'),
  ].filter(Boolean);
  return (
    <nav aria-label={t('breadcrumb')} className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1.5 text-sm text-muted">
        {crumbs.map((crumb, index) => (
          <li
            key={index}
            className="min-w-0 truncate before:mr-1.5 before:text-line-strong before:content-['/'] first:before:hidden last:font-medium last:text-fg max-sm:not-last:nth-1:hidden max-sm:nth-2:before:hidden"
            aria-current={index === crumbs.length - 1 ? 'page' : undefined}
          >
            {crumb}
          </li>
        ))}
      </ol>
    </nav>
  );
};

const pathOf = (to: string, projectId: string | undefined): string =>
  to.replace('$projectId', projectId ?? '');
