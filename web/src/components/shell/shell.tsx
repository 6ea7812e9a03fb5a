import { Outlet, useRouteContext } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../i18n/admin-messages.ts';
import { useStoredFlag } from '../../lib/use-stored-flag.ts';
import { TooltipProvider } from '../ui/tooltip.tsx';
import { MobileSidebar } from './mobile-sidebar.tsx';
import { ShellContext } from './shell-context.ts';
import { ShortcutList } from './shortcut-list.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import { useShellProject } from './use-shell-project.ts';
import { useShortcuts } from './use-shortcuts.ts';

const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })));

export const Shell = () => {
  const { t } = useTranslation('shell');
  const { owner } = useRouteContext({ from: '/shell' });
  const project = useShellProject(owner);
  const [collapsed, setCollapsed] = useStoredFlag('portico-sidebar-collapsed');
  const [drawer, setDrawer] = useState(false);
  const [palette, setPalette] = useState(false);
  const [shortcuts, setShortcuts] = useState(false);
  useShortcuts({
    project,
    openPalette: () => setPalette(true),
    openShortcuts: () => setShortcuts(true),
    toggleSidebar: () => setCollapsed(!collapsed),
  });
  const shell = {
    owner,
    project,
    openPalette: () => setPalette(true),
    openShortcuts: () => setShortcuts(true),
  };
  return (
    <ShellContext value={shell}>
      <TooltipProvider delayDuration={300}>
        <a
          href="#content"
          className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-1.5 text-sm text-accent-fg focus:translate-y-0"
        >
          {t('skip')}
        </a>
        <div className="flex min-h-dvh">
          <Sidebar collapsed={collapsed} onCollapse={setCollapsed} />
          <MobileSidebar open={drawer} onOpenChange={setDrawer} />
          <div className="flex min-w-0 flex-1 flex-col bg-surface lg:border-l lg:border-line">
            <TopBar onOpenMenu={() => setDrawer(true)} />
            <main id="content" tabIndex={-1} className="flex-1 outline-none">
              <Outlet />
            </main>
          </div>
        </div>
        {palette && (
          <Suspense>
            <Palette onClose={() => setPalette(false)} />
          </Suspense>
        )}
        <ShortcutList open={shortcuts} onOpenChange={setShortcuts} />
      </TooltipProvider>
    </ShellContext>
  );
};
