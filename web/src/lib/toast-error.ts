import { toast } from 'sonner';
import { describeError } from './describe-error.ts';

/** For failures that belong to no field and no dialog. */
export const toastError = (error: unknown, title?: string): void => {
  const { message, code } = describeError(error);
  const detail = code ? `${message} (${code})` : message;
  if (title) toast.error(title, { description: detail });
  else toast.error(detail);
};
