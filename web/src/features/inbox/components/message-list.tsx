import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { cn } from '../../../lib/class-names.ts';
import type { InboxMessage } from '../api/list-messages.ts';
import { recipients } from '../recipients.ts';

export interface MessageListProps {
  messages: readonly InboxMessage[];
  selected: string | undefined;
  onSelect: (id: string) => void;
}

export const MessageList = ({ messages, selected, onSelect }: MessageListProps) => {
  const { t } = useTranslation('inbox');
  return (
    <ul aria-label={t('messages')} className="divide-y divide-line">
      {messages.map((message) => (
        <li key={message.id}>
          <button
            type="button"
            aria-current={message.id === selected ? 'true' : undefined}
            onClick={() => onSelect(message.id)}
            className={cn(
              'block w-full px-4 py-3 text-left transition-colors duration-100 hover:bg-hover focus-visible:-outline-offset-2',
              message.id === selected && 'bg-selected hover:bg-selected',
            )}
          >
            <span className="flex items-baseline justify-between gap-3">
              <span className="truncate text-sm font-medium text-fg">
                {message.subject || t('no_subject')}
              </span>
              <span className="shrink-0 text-xs text-muted">
                <RelativeTime at={new Date(message.sent_at_millis)} />
              </span>
            </span>
            <span className="block truncate text-xs text-muted">{recipients(message)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
};
