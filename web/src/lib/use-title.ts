import { useEffect } from 'react';

export const useTitle = (...parts: (string | undefined)[]): void => {
  const title = [...parts.filter(Boolean), 'Portico'].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
};
