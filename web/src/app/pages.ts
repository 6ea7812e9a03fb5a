import { CircleUser, FolderKanban, Inbox, KeyRound, Settings2, Users } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

export const pageGroups = ['users', 'settings', 'workspace', 'tools'] as const;

export interface Page {
  /** Also the key of its name in the `shell` messages. */
  id: 'projects' | 'users' | 'project_keys' | 'settings' | 'inbox' | 'account';
  group: (typeof pageGroups)[number];
  /** A project page needs a project in its path; a workspace page is reachable from everywhere. */
  scope: 'workspace' | 'project';
  to: '/projects' | '/inbox' | '/account' | `/projects/$projectId/${'users' | 'project-keys' | 'settings'}`;
  icon: LucideIcon;
  /** Pressed after `g`. */
  jump: string;
  /** Reachable without being signed in. */
  open_to_all?: boolean;
}

/** The sidebar, the command palette, the jumps and the list of shortcuts are all drawn from this table. */
export const pages: readonly Page[] = [
  { id: 'users', group: 'users', scope: 'project', to: '/projects/$projectId/users', icon: Users, jump: 'u' },
  {
    id: 'settings',
    group: 'settings',
    scope: 'project',
    to: '/projects/$projectId/settings',
    icon: Settings2,
    jump: 's',
  },
  {
    id: 'project_keys',
    group: 'settings',
    scope: 'project',
    to: '/projects/$projectId/project-keys',
    icon: KeyRound,
    jump: 'k',
  },
  { id: 'projects', group: 'workspace', scope: 'workspace', to: '/projects', icon: FolderKanban, jump: 'p' },
  { id: 'account', group: 'workspace', scope: 'workspace', to: '/account', icon: CircleUser, jump: 'a' },
  {
    id: 'inbox',
    group: 'tools',
    scope: 'workspace',
    to: '/inbox',
    icon: Inbox,
    jump: 'i',
    open_to_all: true,
  },
];
