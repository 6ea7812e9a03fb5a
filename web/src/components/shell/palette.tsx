import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { FolderKanban, KeyRound, Keyboard, LogOut, Plus, Search, SunMoon, UserPlus } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { porticoApp } from '../../app/portico-app.ts';
import { projectsQuery } from '../../features/projects/api/list-projects.ts';
import { cn } from '../../lib/class-names.ts';
import { matchWords } from '../../lib/match-words.ts';
import { toggleTheme } from '../../lib/theme.ts';
import { Kbd } from '../ui/kbd.tsx';
import { popoverItem } from '../ui/popover-style.ts';
import { PaletteUsers } from './palette-users.tsx';
import { useShell } from './shell-context.ts';
import type { ShellState } from './shell-context.ts';
import { visiblePages } from './visible-pages.ts';

const item = cn(popoverItem, 'h-9 text-sm [&_svg]:text-subtle');
const group = cn(
  '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1',
  '[&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-subtle',
);

export const Palette = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('shell');
  const [text, setText] = useState('');
  const [selected, setSelected] = useState('');
  const shell = useShell();
  // Users come later than the rest; Enter should open the first one when nothing else matched.
  const selectIfNone = (value: string): void => setSelected((current) => current || value);
  const run = (action: () => void) => (): void => {
    onClose();
    action();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-overlay" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-3 top-[14vh] z-40 mx-auto max-w-xl animate-pop overflow-hidden rounded-xl border border-line bg-raised shadow-pop outline-none max-sm:top-4"
        >
          <Dialog.Title className="sr-only">{t('palette.title')}</Dialog.Title>
          <Command
            label={t('palette.title')}
            filter={matchWords}
            loop
            value={selected}
            onValueChange={setSelected}
          >
            <div className="flex items-center gap-2.5 border-b border-line px-4">
              <Search className="size-4 shrink-0 text-subtle" aria-hidden="true" />
              <Command.Input
                value={text}
                onValueChange={setText}
                placeholder={t('palette.placeholder')}
                className="h-12 w-full bg-transparent text-base outline-none"
              />
            </div>
            <Command.List className="max-h-[min(24rem,60vh)] scroll-py-2 overflow-y-auto p-1.5">
              <Command.Empty className="px-4 py-8 text-center text-sm text-subtle">
                {t('palette.empty')}
              </Command.Empty>
              <PageItems run={run} shell={shell} />
              {shell.project && (
                <PaletteUsers project={shell.project} text={text} run={run} onFound={selectIfNone} />
              )}
              <ActionItems run={run} shell={shell} />
              {shell.owner && <ProjectItems run={run} />}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

interface ItemsProps {
  run: (action: () => void) => () => void;
}

const PageItems = ({ run, shell }: ItemsProps & { shell: ShellState }) => {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  return (
    <Command.Group heading={t('palette.pages')} className={group}>
      {visiblePages(shell).map((page) => (
        <Command.Item
          key={page.id}
          value={`page-${page.id}`}
          keywords={[t(`pages.${page.id}`), t(`groups.${page.group}`)]}
          className={item}
          onSelect={run(() => void navigate({ to: page.to, params: { projectId: shell.project?.id ?? '' } }))}
        >
          <page.icon aria-hidden="true" />
          <span className="flex-1">{t(`pages.${page.id}`)}</span>
          <Kbd keys={['g', page.jump]} />
        </Command.Item>
      ))}
    </Command.Group>
  );
};

const ActionItems = ({ run, shell }: ItemsProps & { shell: ShellState }) => {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const params = { projectId: shell.project?.id ?? '' };
  const { project, owner } = shell;
  const toProject = (to: 'users' | 'project-keys') => (): void =>
    void navigate({ to: `/projects/$projectId/${to}`, params, search: { create: 'true' } });
  const actions = [
    { id: 'create_user', icon: UserPlus, shown: project, act: toProject('users') },
    { id: 'create_key', icon: KeyRound, shown: project, act: toProject('project-keys') },
    { id: 'create_project', icon: Plus, shown: owner, act: () => void navigate({ to: '/new-project' }) },
    { id: 'toggle_theme', icon: SunMoon, shown: true, act: toggleTheme },
    { id: 'shortcuts', icon: Keyboard, shown: true, act: shell.openShortcuts },
    { id: 'sign_out', icon: LogOut, shown: owner, act: () => void porticoApp.signOut() },
  ] as const;
  return (
    <Command.Group heading={t('palette.actions')} className={group}>
      {actions
        .filter(({ shown }) => shown)
        .map((action) => (
          <Command.Item
            key={action.id}
            value={`action-${action.id}`}
            keywords={[t(`palette.${action.id}`)]}
            className={item}
            onSelect={run(action.act)}
          >
            <action.icon aria-hidden="true" />
            {t(`palette.${action.id}`)}
          </Command.Item>
        ))}
    </Command.Group>
  );
};

const ProjectItems = ({ run }: ItemsProps) => {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { data: projects = [] } = useQuery(projectsQuery);
  if (projects.length === 0) return null;
  return (
    <Command.Group heading={t('palette.projects')} className={group}>
      {projects.map(({ id, displayName }) => (
        <Command.Item
          key={id}
          value={`project-${id}`}
          keywords={[displayName]}
          className={item}
          onSelect={run(() => void navigate({ to: '/projects/$projectId/users', params: { projectId: id } }))}
        >
          <FolderKanban aria-hidden="true" />
          {displayName}
        </Command.Item>
      ))}
    </Command.Group>
  );
};
