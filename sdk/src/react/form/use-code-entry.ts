import { useState } from 'react';
import type { CodeFieldProps } from './code-field.tsx';

interface CodeEntry {
  /** What went wrong other than the code. */
  readonly failure: unknown;
  setFailure(failure: unknown): void;
  readonly field: Pick<CodeFieldProps, 'value' | 'error' | 'disabled' | 'onChange' | 'onComplete'>;
}

/** The state of a code that is checked as soon as it is complete. `check` answers what is wrong with the code. */
export const useCodeEntry = (check: (code: string) => Promise<string | undefined>): CodeEntry => {
  const [value, setValue] = useState('');
  const [disabled, setDisabled] = useState(false);
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const submit = async (code: string): Promise<void> => {
    setDisabled(true);
    setFailure(undefined);
    try {
      setError(await check(code));
    } catch (thrown) {
      setFailure(thrown);
    }
    setValue('');
    setDisabled(false);
  };
  const onChange = (code: string): void => {
    setValue(code);
    if (code !== '') setError(undefined);
  };
  return {
    failure,
    setFailure,
    field: { value, error, disabled, onChange, onComplete: (code) => void submit(code) },
  };
};
