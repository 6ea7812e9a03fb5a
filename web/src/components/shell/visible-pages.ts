import { pageGroups, pages } from '../../app/pages.ts';
import type { Page } from '../../app/pages.ts';
import type { ShellState } from './shell-context.ts';

export const visiblePages = ({ owner, project }: Pick<ShellState, 'owner' | 'project'>): Page[] =>
  pages.filter((page) => (owner || page.open_to_all) && (page.scope === 'workspace' || project));

export const visibleGroups = (
  shell: Pick<ShellState, 'owner' | 'project'>,
): { id: Page['group']; pages: Page[] }[] => {
  const visible = visiblePages(shell);
  const groups = pageGroups.map((id) => ({ id, pages: visible.filter((page) => page.group === id) }));
  return groups.filter((group) => group.pages.length > 0);
};
