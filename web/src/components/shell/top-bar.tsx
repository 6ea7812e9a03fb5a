import { Menu as MenuIcon, Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { commandKey } from '../../lib/keyboard.ts';
import { Button } from '../ui/button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { useShell } from './shell-context.ts';

export const TopBar = ({ onOpenMenu }: { onOpenMenu: () => void }) => {
  const { t } = useTranslation('shell');
  const { openPalette } = useShell();
  return (
    <header className="sticky top-0 z-30 flex h-13 items-center gap-2 border-b border-line bg-surface px-3 sm:px-8">
      <Button
        variant="ghost"
        size="icon"
        className="lg:hidden"
        aria-label={t('open_menu')}
        icon={<MenuIcon />}
        onClick={onOpenMenu}
      />
      <Breadcrumbs />
      <div className="ml-auto flex items-center gap-1.5">
        <button
          type="button"
          onClick={openPalette}
          aria-label={t('search_long')}
          className="flex h-8 items-center gap-2 rounded-md border border-line bg-raised px-2 text-sm text-subtle transition-colors duration-150 hover:border-line-strong hover:text-muted sm:w-52"
        >
          <Search className="size-4" aria-hidden="true" />
          <span className="hidden flex-1 text-left sm:block">{t('search')}</span>
          <span className="hidden sm:block" aria-hidden="true">
            <Kbd keys={[commandKey, 'K']} />
          </span>
        </button>
        <AccountMenu />
      </div>
    </header>
  );
};
