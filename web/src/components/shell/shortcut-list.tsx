import { useTranslation } from 'react-i18next';
import { commandKey } from '../../lib/keyboard.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { useShell } from './shell-context.ts';
import { visiblePages } from './visible-pages.ts';

export interface ShortcutListProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export const ShortcutList = (props: ShortcutListProps) => {
  const { t } = useTranslation('shell');
  const shell = useShell();
  const general = [
    [t('shortcuts.palette'), [commandKey, 'K']],
    [t('shortcuts.search'), ['/']],
    [t('shortcuts.create'), ['c']],
    [t('shortcuts.sidebar'), ['[']],
    [t('shortcuts.list'), ['?']],
  ] as const;
  const jumps = visiblePages(shell).map((page) => [t(`pages.${page.id}`), ['g', page.jump]] as const);
  return (
    <Dialog {...props} title={t('shortcuts.title')} className="max-w-xl">
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <ShortcutGroup title={t('shortcuts.general')} rows={general} />
        <ShortcutGroup title={t('shortcuts.jump')} rows={jumps} />
      </div>
    </Dialog>
  );
};

interface ShortcutGroupProps {
  title: string;
  rows: readonly (readonly [string, readonly string[]])[];
}

const ShortcutGroup = ({ title, rows }: ShortcutGroupProps) => (
  <div>
    <h3 className="mb-1 text-xs font-medium tracking-normal text-subtle">{title}</h3>
    <dl>
      {rows.map(([label, keys]) => (
        <div key={label} className="flex h-8 items-center justify-between text-sm">
          <dt className="text-fg">{label}</dt>
          <dd>
            <Kbd keys={keys} />
          </dd>
        </div>
      ))}
    </dl>
  </div>
);
