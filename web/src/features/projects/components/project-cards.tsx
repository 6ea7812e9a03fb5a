import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import type { OwnedProject } from '../api/list-projects.ts';

const newestFirst = (a: OwnedProject, b: OwnedProject): number =>
  b.createdAt.getTime() - a.createdAt.getTime();

export const ProjectCards = ({ projects }: { projects: readonly OwnedProject[] }) => (
  <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
    {projects.toSorted(newestFirst).map((project) => (
      <li key={project.id}>
        <ProjectCard project={project} />
      </li>
    ))}
  </ul>
);

const ProjectCard = ({ project }: { project: OwnedProject }) => {
  const { t } = useTranslation('projects');
  return (
    <Link
      to="/projects/$projectId/users"
      params={{ projectId: project.id }}
      className="flex h-36 flex-col rounded-lg border border-line bg-raised p-4 transition-colors duration-150 hover:border-line-strong hover:bg-hover"
    >
      <span className="flex items-center gap-3">
        <Avatar name={project.displayName} image={project.logoUrl} square className="size-8" />
        <span className="min-w-0 flex-1 truncate text-base font-semibold text-fg">{project.displayName}</span>
        {project.isProductionMode && <Badge tone="ok">{t('production')}</Badge>}
      </span>
      <span className="mt-3 line-clamp-2 text-sm text-muted">
        {project.description || t('no_description')}
      </span>
      <span className="mt-auto text-xs text-subtle">
        {t('created')} <RelativeTime at={project.createdAt} />
      </span>
    </Link>
  );
};
