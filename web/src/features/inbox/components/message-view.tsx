import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { Tabs } from '../../../components/ui/tabs.tsx';
import type { InboxMessage } from '../api/list-messages.ts';
import { recipients } from '../recipients.ts';

export const MessageView = ({ message, onBack }: { message: InboxMessage; onBack: () => void }) => {
  const { t } = useTranslation('inbox');
  const views = [
    message.html && { id: 'html', label: t('as_html'), content: <HtmlMail message={message} /> },
    message.text && { id: 'text', label: t('as_text'), content: <TextMail text={message.text} /> },
  ].filter((view) => typeof view === 'object' && view !== null);
  return (
    <article className="flex min-w-0 flex-col p-4 sm:p-5">
      <Button
        variant="ghost"
        icon={<ArrowLeft />}
        className="mb-2 -ml-2 self-start md:hidden"
        onClick={onBack}
      >
        {t('back')}
      </Button>
      <h2 className="text-lg font-semibold text-fg">{message.subject || t('no_subject')}</h2>
      <dl className="mt-1 mb-4 flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-muted">
        <div className="flex gap-1.5">
          <dt className="text-subtle">{t('to')}</dt>
          <dd className="break-all">{recipients(message)}</dd>
        </div>
        <div className="flex gap-1.5">
          <dt className="text-subtle">{t('from')}</dt>
          <dd className="break-all">{message.from}</dd>
        </div>
        <div className="flex gap-1.5">
          <dt className="text-subtle">{t('sent')}</dt>
          <dd>
            <RelativeTime at={new Date(message.sent_at_millis)} />
          </dd>
        </div>
      </dl>
      <Tabs key={message.id} label={message.subject} items={views} />
    </article>
  );
};

/**
 * Mail is foreign content: no scripts, no forms and no access to this page. Links open in a new tab, because the
 * frame itself may go nowhere.
 */
const HtmlMail = ({ message }: { message: InboxMessage }) => {
  const { t } = useTranslation('inbox');
  return (
    <iframe
      title={t('preview', { subject: message.subject })}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      srcDoc={`<base target="_blank" rel="noopener">${message.html ?? ''}`}
      className="h-[60vh] min-h-96 w-full md:h-[calc(100dvh-25.5rem)] md:min-h-80 rounded-lg border border-line bg-white"
    />
  );
};

const TextMail = ({ text }: { text: string }) => (
  <pre
    className="max-h-[60vh] overflow-auto rounded-lg border border-line bg-sunken p-4 font-mono text-xs whitespace-pre-wrap text-fg"
    tabIndex={0}
  >
    {text}
  </pre>
);
