import { Check, ChevronsUpDown, FolderKanban, Plus } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { projectsQuery } from '../../features/projects/api/list-projects.ts';
import { cn } from '../../lib/class-names.ts';
import { matchWords } from '../../lib/match-words.ts';
import { Mark, WordMark } from '../mark.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { popover, popoverItem } from '../ui/popover-style.ts';
import { useShell } from './shell-context.ts';

export interface ProjectSwitcherProps {
  collapsed?: boolean;
  onNavigate?: () => void;
}

const trigger =
  'flex h-10 w-full items-center gap-2.5 rounded-md px-2 text-left text-sm font-semibold text-fg hover:bg-hover';

export const ProjectSwitcher = ({ collapsed, onNavigate }: ProjectSwitcherProps) => {
  const { t } = useTranslation('shell');
  const { owner, project } = useShell();
  const [open, setOpen] = useState(false);
  if (!owner) return <SignedOutBrand collapsed={collapsed} />;
  const name = project ? project.displayName : t('all_projects');
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={`${t('switch_project')}: ${name}`}
        className={cn(trigger, collapsed && 'justify-center px-0')}
      >
        {project ? (
          <Avatar name={name} square className="size-6" />
        ) : (
          <Mark className="m-0.5 size-5 text-accent-text" />
        )}
        {!collapsed && <span className="min-w-0 flex-1 truncate">{name}</span>}
        {!collapsed && <ChevronsUpDown className="size-4 shrink-0 text-subtle" aria-hidden="true" />}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          className={cn(popover, 'w-64 p-0')}
          aria-label={t('switch_project')}
        >
          <ProjectList
            onDone={() => {
              setOpen(false);
              onNavigate?.();
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
};

const SignedOutBrand = ({ collapsed }: { collapsed?: boolean }) => (
  <Link to="/projects" className={cn(trigger, collapsed && 'justify-center px-0')} aria-label="Portico">
    {collapsed ? <Mark className="size-5 text-accent-text" /> : <WordMark />}
  </Link>
);

const ProjectList = ({ onDone }: { onDone: () => void }) => {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { project: current } = useShell();
  const { data: projects = [] } = useQuery(projectsQuery);
  const item = cn(popoverItem, '[&_svg]:text-subtle');
  const openProject = (projectId: string): void => {
    onDone();
    void navigate({ to: '/projects/$projectId/users', params: { projectId } });
  };
  return (
    <Command label={t('switch_project')} filter={matchWords}>
      <Command.Input
        autoFocus
        placeholder={t('find_project')}
        className="h-10 w-full border-b border-line bg-transparent px-3 text-sm outline-none"
      />
      <Command.List className="max-h-72 overflow-y-auto p-1">
        <Command.Empty className="px-2 py-4 text-center text-sm text-subtle">
          {t('no_project_found')}
        </Command.Empty>
        {projects.map((project) => (
          <Command.Item
            key={project.id}
            value={project.id}
            keywords={[project.displayName]}
            className={item}
            onSelect={() => openProject(project.id)}
          >
            <Avatar name={project.displayName} square className="size-5" />
            <span className="min-w-0 flex-1 truncate">{project.displayName}</span>
            {project.id === current?.id && <Check aria-hidden="true" />}
          </Command.Item>
        ))}
        <Command.Separator alwaysRender className="-mx-1 my-1 h-px bg-line" />
        <Command.Item
          forceMount
          className={item}
          onSelect={() => (onDone(), void navigate({ to: '/projects' }))}
        >
          <FolderKanban /> {t('all_projects')}
        </Command.Item>
        <Command.Item
          forceMount
          className={item}
          onSelect={() => (onDone(), void navigate({ to: '/new-project' }))}
        >
          <Plus /> {t('new_project')}
        </Command.Item>
      </Command.List>
    </Command>
  );
};
