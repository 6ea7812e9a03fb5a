import { useQuery } from '@tanstack/react-query';
import { Inbox as InboxIcon, MailOpen, SearchX, Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryError } from '../../../components/query-error.tsx';
import { SearchInput } from '../../../components/search-input.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { cn } from '../../../lib/class-names.ts';
import { messagesQuery } from '../api/list-messages.ts';
import type { InboxMessage } from '../api/list-messages.ts';
import { MessageList } from './message-list.tsx';
import { MessageView } from './message-view.tsx';

export interface InboxPanelProps {
  to: string | undefined;
  onFilter: (to: string | undefined) => void;
}

export const InboxPanel = ({ to, onFilter }: InboxPanelProps) => {
  const { t } = useTranslation('inbox');
  const inbox = useQuery(messagesQuery(to));
  if (inbox.isError) return <QueryError error={inbox.error} onRetry={() => void inbox.refetch()} />;
  if (inbox.data?.state === 'not_captured') {
    return (
      <div className="rounded-lg border border-line">
        <EmptyState icon={<Send />} title={t('smtp.title')} description={t('smtp.description')} />
      </div>
    );
  }
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchInput label={t('filter')} value={to ?? ''} onSearch={(text) => onFilter(text || undefined)} />
        <span className="text-xs text-subtle">{t('refreshing')}</span>
      </div>
      {inbox.isPending ? (
        <Skeleton className="h-96 rounded-lg" />
      ) : (
        <Messages
          key={to}
          messages={inbox.data.messages}
          filtered={to !== undefined}
          onClear={() => onFilter(undefined)}
        />
      )}
    </div>
  );
};

interface MessagesProps {
  messages: readonly InboxMessage[];
  filtered: boolean;
  onClear: () => void;
}

const Messages = ({ messages, filtered, onClear }: MessagesProps) => {
  const { t } = useTranslation('inbox');
  const [chosen, setChosen] = useState<string>();
  // Where there is room for both, the newest message is open from the start.
  const message = messages.find(({ id }) => id === chosen) ?? messages[0];
  if (messages.length === 0) {
    return (
      <div className="rounded-lg border border-line">
        <EmptyState
          icon={filtered ? <SearchX /> : <InboxIcon />}
          title={t(filtered ? 'none_match.title' : 'empty.title')}
          description={t(filtered ? 'none_match.description' : 'empty.description')}
          action={filtered && <Button onClick={onClear}>{t('none_match.clear')}</Button>}
        />
      </div>
    );
  }
  return (
    <div className="grid overflow-hidden rounded-lg border border-line md:h-[calc(100dvh-15rem)] md:min-h-120 md:grid-cols-[minmax(16rem,22rem)_1fr]">
      <div className={cn('overflow-y-auto border-line md:border-r', chosen && 'max-md:hidden')}>
        <MessageList messages={messages} selected={message?.id} onSelect={setChosen} />
      </div>
      <div className={cn('min-w-0 overflow-y-auto', !chosen && 'max-md:hidden')}>
        {message ? (
          <MessageView message={message} onBack={() => setChosen(undefined)} />
        ) : (
          <EmptyState icon={<MailOpen />} title={t('choose.title')} description={t('choose.description')} />
        )}
      </div>
    </div>
  );
};
