import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';

export interface CursorPaginationProps {
  cursor: string | undefined;
  nextCursor: string | null;
  onCursor: (cursor: string | undefined) => void;
}

/**
 * The API only knows the way forward, so the way back is remembered here. After a reload in the middle "Previous"
 * leads to the first page.
 */
export const CursorPagination = ({ cursor, nextCursor, onCursor }: CursorPaginationProps) => {
  const { t } = useTranslation('users');
  const [visited, setVisited] = useState<(string | undefined)[]>([]);
  if (!cursor && visited.length > 0) setVisited([]);
  if (!cursor && !nextCursor) return null;
  const back = (): void => {
    setVisited(visited.slice(0, -1));
    onCursor(visited.at(-1));
  };
  const forward = (): void => {
    setVisited([...visited, cursor]);
    onCursor(nextCursor ?? undefined);
  };
  return (
    <nav
      aria-label={t('pagination')}
      className="flex items-center justify-end gap-2 border-t border-line px-4 py-2"
    >
      {(!cursor || visited.length > 0) && (
        <span className="mr-auto text-xs text-subtle tabular-nums">
          {t('page_of', { page: visited.length + 1 })}
        </span>
      )}
      <Button icon={<ChevronLeft />} disabled={!cursor} onClick={back}>
        {t('previous')}
      </Button>
      <Button disabled={!nextCursor} onClick={forward}>
        {t('next')} <ChevronRight />
      </Button>
    </nav>
  );
};
