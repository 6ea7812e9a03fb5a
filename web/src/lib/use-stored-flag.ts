import { useState } from 'react';

/** A yes or no that this browser remembers. */
export const useStoredFlag = (key: string): [boolean, (value: boolean) => void] => {
  const [value, setValue] = useState(() => localStorage.getItem(key) === '1');
  const store = (next: boolean): void => {
    localStorage.setItem(key, next ? '1' : '0');
    setValue(next);
  };
  return [value, store];
};
