import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../lib/class-names.ts';
import { Button } from '../ui/button.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { ProjectSwitcher } from './project-switcher.tsx';
import { SidebarNav } from './sidebar-nav.tsx';

export interface SidebarProps {
  collapsed: boolean;
  onCollapse: (collapsed: boolean) => void;
}

export const Sidebar = ({ collapsed, onCollapse }: SidebarProps) => {
  const { t } = useTranslation('shell');
  const label = t(collapsed ? 'expand' : 'collapse');
  return (
    <aside
      className={cn(
        'sticky top-0 hidden h-dvh shrink-0 flex-col bg-canvas transition-[width] duration-150 lg:flex',
        collapsed ? 'w-14' : 'w-60',
      )}
    >
      <div className="px-2 pt-2 pb-1">
        <ProjectSwitcher collapsed={collapsed} />
      </div>
      <SidebarNav collapsed={collapsed} />
      <div className={cn('p-2', collapsed && 'flex justify-center')}>
        <Tooltip content={label} side="right">
          <Button
            variant="ghost"
            size="icon"
            aria-label={label}
            icon={collapsed ? <PanelLeftOpen /> : <PanelLeftClose />}
            onClick={() => onCollapse(!collapsed)}
          />
        </Tooltip>
      </div>
    </aside>
  );
};
