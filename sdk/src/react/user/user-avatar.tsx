'use client';

import type { ReactElement } from 'react';
import { PersonIcon } from '../icons.tsx';
import { Scope } from '../theme/scope.tsx';

export interface UserAvatarProps {
  user?: {
    readonly profileImageUrl?: string | null;
    readonly displayName?: string | null;
    readonly primaryEmail?: string | null;
  } | null;
  /** Pixels. Default: 34. */
  size?: number;
  border?: boolean;
}

/** The user's image, else two letters of the name or address, else a generic figure. */
export const Avatar = ({ user, size = 34, border = false }: UserAvatarProps): ReactElement => {
  const letters = (user?.displayName || user?.primaryEmail || '').slice(0, 2).toUpperCase();
  return (
    <span
      className="portico-avatar"
      data-border={border}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.38) }}
      aria-hidden="true"
    >
      {user?.profileImageUrl ? (
        <img src={user.profileImageUrl} alt="" />
      ) : (
        letters || <PersonIcon size={Math.round(size * 0.55)} />
      )}
    </span>
  );
};

export const UserAvatar = (props: UserAvatarProps): ReactElement => (
  <Scope style={{ display: 'inline-block' }}>
    <Avatar {...props} />
  </Scope>
);
