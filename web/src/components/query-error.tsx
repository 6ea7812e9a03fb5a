import { useTranslation } from 'react-i18next';
import { describeError } from '../lib/describe-error.ts';
import { Button } from './ui/button.tsx';
import { ErrorNotice } from './ui/error-notice.tsx';

export interface QueryErrorProps {
  error: unknown;
  onRetry: () => void;
}

/** A part of a page that could not be loaded, with the way to try again. */
export const QueryError = ({ error, onRetry }: QueryErrorProps) => {
  const { t } = useTranslation();
  return (
    <ErrorNotice
      error={describeError(error)}
      action={
        <Button onClick={onRetry} className="shrink-0">
          {t('retry')}
        </Button>
      }
    />
  );
};
