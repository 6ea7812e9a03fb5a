import { Link, useParams, useRouterState } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { pages } from '../../app/pages.ts';
import { useShell } from './shell-context.ts';
import { UserName } from './user-name.tsx';

export const Breadcrumbs = () => {
  const { t } = useTranslation(['shell', 'projects']);
  const { project } = useShell();
  const { projectId, userId } = useParams({ strict: false });
  const path = useRouterState({ select: (state) => state.location.pathname });
  const page = pages.find((row) => pathOf(row.to, projectId) === path || path.startsWith(`${pathOf(row.to, projectId)}/`));
  const inProject = projectId && project;
  const crumbs = [
    inProject && (
      <Link to="/projects" className="hidden hover:text-fg sm:inline">
        {t('pages.projects')}
      </Link>
    ),
    inProject && (
      <Link to="/projects/$projectId" params={{ projectId }} className="max-w-40 truncate hover:text-fg">
        {project.displayName}
      </Link>
    ),
    inProject && page && userId && (
      <Link to="/projects/$projectId/users" params={{ projectId }} className="hidden hover:text-fg sm:inline">
        {t(`pages.${page.id}`)}
      </Link>
    ),
    inProject && userId ? <UserName project={project} userId={userId} /> : page && !(projectId && !project) && t(`pages.${page.id}`),
    path === '/new-project' && t('projects:new.title'),
  ].filter(Boolean);
  return (
    <nav aria-label={t('breadcrumb')} className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1.5 text-sm text-muted">
        {crumbs.map((crumb, index) => (
          <Fragment key={index}>
            {index > 0 && (
              <li aria-hidden="true" className="text-line-strong max-sm:first-of-type:hidden">
                /
              </li>
            )}
            <li
              className="min-w-0 truncate last:font-medium last:text-fg"
              aria-current={index === crumbs.length - 1 ? 'page' : undefined}
            >
              {crumb}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
};

const pathOf = (to: string, projectId: string | undefined): string => to.replace('$projectId', projectId ?? '');
