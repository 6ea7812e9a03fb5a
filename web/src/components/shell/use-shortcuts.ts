import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { pages } from '../../app/pages.ts';
import type { OwnedProject } from '../../features/projects/api/list-projects.ts';
import { acceptsLetters } from '../../lib/keyboard.ts';

export interface ShortcutActions {
  project: OwnedProject | undefined;
  openPalette: () => void;
  openShortcuts: () => void;
  toggleSidebar: () => void;
}

const SEQUENCE_MILLIS = 1_200;

const focusSearch = (): boolean => {
  const search = document.querySelector<HTMLInputElement>('[data-page-search]');
  search?.focus();
  search?.select();
  return search !== null;
};

export const useShortcuts = (actions: ShortcutActions): void => {
  const navigate = useNavigate();
  const jumpStarted = useRef(0);

  const jump = (key: string): boolean => {
    const page = pages.find((candidate) => candidate.jump === key);
    if (!page || (page.scope === 'project' && !actions.project)) return false;
    void navigate({ to: page.to, params: { projectId: actions.project?.id ?? '' } });
    return true;
  };

  const singleKeys: Record<string, () => void> = {
    '/': () => focusSearch() || actions.openPalette(),
    '?': actions.openShortcuts,
    '[': actions.toggleSidebar,
    c: () => document.querySelector<HTMLElement>('[data-main-action]')?.click(),
    g: () => (jumpStarted.current = Date.now()),
  };

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      actions.openPalette();
      return;
    }
    if (!acceptsLetters(event)) return;
    const inSequence = Date.now() - jumpStarted.current < SEQUENCE_MILLIS;
    jumpStarted.current = 0;
    if (inSequence && jump(event.key)) return event.preventDefault();
    const action = singleKeys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
};
