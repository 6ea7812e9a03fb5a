import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { ProjectSwitcher } from './project-switcher.tsx';
import { SidebarNav } from './sidebar-nav.tsx';

export interface MobileSidebarProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export const MobileSidebar = ({ open, onOpenChange }: MobileSidebarProps) => {
  const { t } = useTranslation(['shell', 'common']);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-overlay lg:hidden" />
        <Dialog.Content className="fixed inset-y-0 left-0 z-40 flex w-72 max-w-[85vw] animate-drawer flex-col border-r border-line bg-canvas outline-none lg:hidden">
          <Dialog.Title className="sr-only">{t('navigation')}</Dialog.Title>
          <Dialog.Description className="sr-only">{t('menu_description')}</Dialog.Description>
          <div className="flex items-center gap-1 px-2 pt-2 pb-1">
            <div className="min-w-0 flex-1">
              <ProjectSwitcher onNavigate={() => onOpenChange(false)} />
            </div>
            <Dialog.Close asChild>
              <Button variant="ghost" size="icon" aria-label={t('common:close')} icon={<X />} />
            </Dialog.Close>
          </div>
          <SidebarNav onNavigate={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
