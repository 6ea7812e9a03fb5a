import type { ReactElement } from 'react';
import { KnownError } from '../../errors/known-error.ts';
import { Dismissed } from '../step-up/dismissed.ts';
import { errorSentence } from './report-error.ts';

/** An error that belongs to the whole form: the API's sentence, with its code small beside it. */
export const FormFailure = ({ error }: { error: unknown }): ReactElement | null => {
  if (error === undefined || error instanceof Dismissed) return null;
  return (
    <div className="portico-notice" role="alert">
      {errorSentence(error)}
      {KnownError.isInstance(error) && <code>{(error as KnownError).code}</code>}
    </div>
  );
};
