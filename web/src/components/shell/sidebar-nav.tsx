import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Page } from '../../app/pages.ts';
import { cn } from '../../lib/class-names.ts';
import { Tooltip } from '../ui/tooltip.tsx';
import { useShell } from './shell-context.ts';
import { visibleGroups } from './visible-pages.ts';

export interface SidebarNavProps {
  collapsed?: boolean;
  onNavigate?: () => void;
}

export const SidebarNav = ({ collapsed = false, onNavigate }: SidebarNavProps) => {
  const { t } = useTranslation('shell');
  const shell = useShell();
  return (
    <nav aria-label={t('navigation')} className="flex-1 space-y-4 overflow-y-auto px-2 py-2">
      {visibleGroups(shell).map((group) => (
        <div key={group.id}>
          <h2
            className={cn(
              'flex h-7 items-center px-2 text-xs font-medium tracking-normal text-subtle',
              collapsed && 'sr-only',
            )}
          >
            {t(`groups.${group.id}`)}
          </h2>
          <ul className="space-y-px">
            {group.pages.map((page) => (
              <li key={page.id}>
                <PageLink page={page} collapsed={collapsed} onNavigate={onNavigate} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
};

const PageLink = ({ page, collapsed, onNavigate }: SidebarNavProps & { page: Page }) => {
  const { t } = useTranslation('shell');
  const { project } = useShell();
  const name = t(`pages.${page.id}`);
  const link = (
    <Link
      to={page.to}
      params={project ? { projectId: project.id } : {}}
      activeOptions={{ exact: page.to === '/projects', includeSearch: false }}
      onClick={onNavigate}
      aria-label={collapsed ? name : undefined}
      className={cn(
        'flex h-8 items-center gap-2.5 rounded-md px-2 text-sm font-medium text-muted transition-colors duration-150',
        'hover:bg-hover hover:text-fg data-[status=active]:bg-selected data-[status=active]:text-fg',
        collapsed && 'justify-center px-0',
      )}
    >
      <page.icon className="size-4 shrink-0" aria-hidden="true" />
      {!collapsed && name}
    </Link>
  );
  if (!collapsed) return link;
  return (
    <Tooltip content={name} side="right">
      {link}
    </Tooltip>
  );
};
