import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnedProject } from '../../features/projects/api/list-projects.ts';
import { usersQuery } from '../../features/users/api/list-users.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { cn } from '../../lib/class-names.ts';
import { Avatar } from '../ui/avatar.tsx';
import { popoverItem } from '../ui/popover-style.ts';

export interface PaletteUsersProps {
  project: OwnedProject;
  text: string;
  run: (action: () => void) => () => void;
  onFound: (value: string) => void;
}

/** Users that the server finds; they are shown whatever the palette's own matching thinks of them. */
export const PaletteUsers = ({ project, text, run, onFound }: PaletteUsersProps) => {
  const { t } = useTranslation(['shell', 'users']);
  const navigate = useNavigate();
  const query = useDebounced(text.trim(), 200);
  const { data: users = [] } = useQuery({ ...usersQuery(project, { query }, 5), enabled: query.length > 1 });
  const first = query.length > 1 ? users[0]?.id : undefined;
  const reportFound = useEffectEvent((id: string) => onFound(`user-${id}`));
  useEffect(() => {
    if (first) reportFound(first);
  }, [first]);
  if (query.length < 2 || users.length === 0) return null;
  return (
    <Command.Group
      forceMount
      heading={t('palette.users')}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-subtle"
    >
      {users.map((user) => {
        const name = user.displayName ?? user.primaryEmail ?? t('users:unnamed');
        const params = { projectId: project.id, userId: user.id };
        return (
          <Command.Item
            key={user.id}
            forceMount
            value={`user-${user.id}`}
            className={cn(popoverItem, 'h-9 text-sm')}
            onSelect={run(() => void navigate({ to: '/projects/$projectId/users/$userId', params }))}
          >
            <Avatar name={name} image={user.profileImageUrl} className="size-5" />
            <span className="truncate">{name}</span>
            {user.displayName && <span className="truncate text-subtle">{user.primaryEmail}</span>}
          </Command.Item>
        );
      })}
    </Command.Group>
  );
};
