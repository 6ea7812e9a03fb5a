import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../lib/class-names.ts';
import type { ErrorDescription } from '../../lib/describe-error.ts';
import { CopyButton } from './copy-button.tsx';

export interface ErrorNoticeProps {
  error: ErrorDescription;
  action?: ReactNode;
  className?: string;
}

/** The API's sentence, its code small beside it, the request id to copy for support. */
export const ErrorNotice = ({ error, action, className }: ErrorNoticeProps) => {
  const { t } = useTranslation();
  return (
    <div role="alert" className={cn('flex gap-2.5 rounded-lg bg-danger-soft px-3 py-2.5 text-sm', className)}>
      <CircleAlert className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden="true" />
      <div className="min-w-0 flex-1 space-y-1">
        <p className="break-words text-fg">{error.message}</p>
        {(error.code || error.request_id) && (
          <p className="flex flex-wrap items-center gap-x-3 font-mono text-2xs text-muted">
            {error.code && <span>{error.code}</span>}
            {error.request_id && (
              <span className="inline-flex items-center gap-1">
                {t('errors.request', { id: error.request_id })}
                <CopyButton value={error.request_id} label={t('errors.copy_request_id')} />
              </span>
            )}
          </p>
        )}
      </div>
      {action}
    </div>
  );
};
