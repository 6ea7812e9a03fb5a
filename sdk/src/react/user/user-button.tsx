'use client';

import { Suspense } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { reportError } from '../form/report-error.ts';
import { SettingsIcon, SignInIcon, SignOutIcon, SignUpIcon, ThemeIcon } from '../icons.tsx';
import { usePorticoApp } from '../provider.tsx';
import { Scope } from '../theme/scope.tsx';
import { useTranslation } from '../translation.tsx';
import { useMenu } from './use-menu.ts';
import { Avatar } from './user-avatar.tsx';

interface ShownUser {
  readonly displayName?: string | null;
  readonly primaryEmail?: string | null;
  readonly profileImageUrl?: string | null;
}

interface MenuItem {
  text: string;
  icon: ReactNode;
  onClick: () => void | Promise<unknown>;
}

export interface UserButtonProps {
  /** Shows name and address beside the image. */
  showUserInfo?: boolean;
  /** Adds an item that switches between light and dark. */
  colorModeToggle?: () => void | Promise<void>;
  extraItems?: MenuItem[];
  /** Shows a preview of this user. */
  mockUser?: { displayName?: string; primaryEmail?: string; profileImageUrl?: string };
}

/** The signed-in user with a menu: settings, what you add, and the way out. */
export const UserButton = (props: UserButtonProps): ReactElement => (
  <Scope style={{ display: 'inline-block' }}>
    <Suspense fallback={<Avatar />}>
      {props.mockUser ? <UserMenu {...props} user={props.mockUser} /> : <LiveUserButton {...props} />}
    </Suspense>
  </Scope>
);

const LiveUserButton = (props: UserButtonProps): ReactElement => {
  const user = usePorticoApp().useUser();
  return <UserMenu {...props} user={user} />;
};

const useItems = (
  user: ShownUser | null,
  { extraItems = [], colorModeToggle }: UserButtonProps,
): MenuItem[] => {
  const app = usePorticoApp();
  const { t } = useTranslation();
  const theme = colorModeToggle
    ? [{ text: t('Toggle theme'), icon: <ThemeIcon />, onClick: colorModeToggle }]
    : [];
  if (user) {
    return [
      { text: t('Account settings'), icon: <SettingsIcon />, onClick: () => app.redirectToAccountSettings() },
      ...extraItems,
      ...theme,
      { text: t('Sign out'), icon: <SignOutIcon />, onClick: () => app.signOut() },
    ];
  }
  return [
    { text: t('Sign in'), icon: <SignInIcon />, onClick: () => app.redirectToSignIn() },
    { text: t('Sign up'), icon: <SignUpIcon />, onClick: () => app.redirectToSignUp() },
    ...extraItems,
    ...theme,
  ];
};

const UserText = ({ user }: { user: ShownUser | null }): ReactElement => {
  const { t } = useTranslation();
  const name = user?.displayName || user?.primaryEmail;
  return (
    <span className="portico-user-text">
      <span>{user ? name : t('Not signed in')}</span>
      {user?.displayName && user.primaryEmail && <span>{user.primaryEmail}</span>}
    </span>
  );
};

const UserMenu = ({ user, ...props }: UserButtonProps & { user: ShownUser | null }): ReactElement => {
  const { t } = useTranslation();
  const items = useItems(user, props);
  const { open, rootRef, buttonRef, menuRef, toggle, close, onKeyDown } = useMenu();
  const choose = (item: MenuItem): void => {
    close();
    Promise.resolve(item.onClick()).catch(reportError);
  };
  return (
    <div ref={rootRef} className="portico-user" onKeyDown={onKeyDown}>
      <button
        ref={buttonRef}
        type="button"
        className="portico-user-button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={t('Account menu')}
        onClick={toggle}
      >
        <Avatar user={user} border />
        {props.showUserInfo && <UserText user={user} />}
      </button>
      {open && (
        <div ref={menuRef} className="portico-menu" role="menu" aria-label={t('Account menu')}>
          <div className="portico-menu-head" role="presentation">
            <Avatar user={user} />
            <UserText user={user} />
          </div>
          {items.map((item) => (
            <button
              key={item.text}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className="portico-menu-item"
              onClick={() => choose(item)}
            >
              {item.icon}
              {item.text}
            </button>
          ))}
        </div>
      )}
    </div>
  );
};
