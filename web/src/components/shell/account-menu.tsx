import { CircleUser, Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { DropdownMenu } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { porticoApp } from '../../app/portico-app.ts';
import { cn } from '../../lib/class-names.ts';
import { setTheme, useThemeChoice } from '../../lib/theme.ts';
import type { ThemeChoice } from '../../lib/theme.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from '../ui/menu.tsx';
import { useShell } from './shell-context.ts';

export const AccountMenu = () => {
  const { t } = useTranslation(['shell', 'common']);
  const { owner, openShortcuts } = useShell();
  if (!owner) {
    return (
      <Button variant="primary" asChild>
        <a href="/handler/sign-in">{t('common:sign_in')}</a>
      </Button>
    );
  }
  const name = owner.displayName ?? owner.primaryEmail ?? '';
  return (
    <Menu>
      <MenuTrigger aria-label={t('account_menu')} className="rounded-full p-0.5">
        <Avatar name={name} image={owner.profileImageUrl} />
      </MenuTrigger>
      <MenuContent align="end" className="w-60">
        <div className="px-2 pt-1.5 pb-2">
          <p className="truncate font-medium text-fg">{name}</p>
          {owner.displayName && <p className="truncate text-xs text-subtle">{owner.primaryEmail}</p>}
        </div>
        <MenuSeparator />
        <MenuItem asChild>
          <Link to="/account">
            <CircleUser /> {t('pages.account')}
          </Link>
        </MenuItem>
        <MenuItem onSelect={openShortcuts}>
          <Keyboard /> {t('shortcuts.title')}
        </MenuItem>
        <MenuSeparator />
        <ThemePicker />
        <MenuSeparator />
        <MenuItem onSelect={() => void porticoApp.signOut()}>
          <LogOut /> {t('common:sign_out')}
        </MenuItem>
      </MenuContent>
    </Menu>
  );
};

const choices = [
  ['light', Sun],
  ['dark', Moon],
  ['system', Monitor],
] as const;

const ThemePicker = () => {
  const { t } = useTranslation();
  const choice = useThemeChoice();
  return (
    <>
      <MenuLabel>{t('theme.label')}</MenuLabel>
      <DropdownMenu.RadioGroup
        value={choice}
        onValueChange={(value) => setTheme(value as ThemeChoice)}
        className="mx-1 mb-1 grid grid-cols-3 gap-1 rounded-md bg-sunken p-1"
      >
        {choices.map(([value, Icon]) => (
          <DropdownMenu.RadioItem
            key={value}
            value={value}
            onSelect={(event) => event.preventDefault()}
            className={cn(
              'flex h-7 items-center justify-center gap-1 rounded-sm text-xs text-muted outline-none [&_svg]:size-3.5',
              'data-[highlighted]:text-fg data-[state=checked]:bg-raised data-[state=checked]:text-fg',
            )}
          >
            <Icon aria-hidden="true" /> {t(`theme.${value}`)}
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    </>
  );
};
