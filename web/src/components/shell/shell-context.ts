import { createContext, use } from 'react';
import type { Owner } from '../../features/account/api/get-owner.ts';
import type { OwnedProject } from '../../features/projects/api/list-projects.ts';

export interface ShellState {
  owner: Owner | null;
  project: OwnedProject | undefined;
  openPalette: () => void;
  openShortcuts: () => void;
}

export const ShellContext = createContext<ShellState | undefined>(undefined);

export const useShell = (): ShellState => {
  const shell = use(ShellContext);
  if (!shell) throw new Error('useShell is used outside the shell');
  return shell;
};
