import { Search, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../lib/class-names.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { Button } from './ui/button.tsx';
import { Input } from './ui/input.tsx';

export interface SearchInputProps {
  label: string;
  value: string;
  onSearch: (value: string) => void;
  className?: string;
}

/** Search as you type: the box answers at once, the address and the request follow 250 ms after the last key. */
export const SearchInput = ({ label, value, onSearch, className }: SearchInputProps) => {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  const settled = useDebounced(text, 250);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    if (value !== settled) setText(value);
  }
  const report = useEffectEvent((next: string) => next !== value && onSearch(next));
  useEffect(() => {
    report(settled.trim());
  }, [settled]);
  return (
    <div className={cn('relative w-full sm:w-72', className)}>
      <Search className="pointer-events-none absolute top-2 left-2.5 size-4 text-subtle" aria-hidden="true" />
      <Input
        type="search"
        data-page-search
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && (text ? setText('') : event.currentTarget.blur())}
        className="pr-8 pl-8 [&::-webkit-search-cancel-button]:hidden"
      />
      {text && (
        <Button
          variant="ghost"
          size="icon-sm"
          className="absolute top-0.5 right-0.5"
          aria-label={t('clear_search')}
          icon={<X />}
          onClick={() => setText('')}
        />
      )}
    </div>
  );
};
