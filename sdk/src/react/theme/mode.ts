import { useInsertionEffect } from 'react';

/**
 * Finds out whether the page is light or dark and writes it to an element in the head, outside of React's tree.
 * It refers to nothing around it, because its text also runs as a script before the first paint.
 */
export const watchThemeMode = (): void => {
  const markId = '--portico-theme-mode';
  if (document.getElementById(markId)) return;
  const mark = document.createElement('meta');
  mark.id = markId;
  document.head.appendChild(mark);

  const fromColorScheme = (): string | undefined => {
    const scheme = getComputedStyle(document.documentElement).colorScheme;
    if (scheme === 'dark' || scheme === 'light') return scheme;
    const follows = scheme.includes('dark') && scheme.includes('light');
    if (!follows) return undefined;
    return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  };
  const fromAttributes = (): string | undefined => {
    for (const name of [
      'data-joy-color-scheme',
      'data-mui-color-scheme',
      'data-theme',
      'data-color-scheme',
      'class',
    ]) {
      const value = document.documentElement.getAttribute(name) ?? '';
      if (/\bdark\b/.test(value)) return 'dark';
      if (/\blight\b/.test(value)) return 'light';
    }
    return undefined;
  };
  const fromBackground = (): string | undefined => {
    const raw = getComputedStyle(document.documentElement).getPropertyValue('--background').trim();
    if (!raw) return undefined;
    const context = document.createElement('canvas').getContext('2d');
    if (!context) return undefined;
    context.fillStyle = /^[\d.]+ [\d.]+% [\d.]+%$/.test(raw) ? `hsl(${raw})` : raw;
    context.fillRect(0, 0, 1, 1);
    const [red = 255, green = 255, blue = 255] = context.getImageData(0, 0, 1, 1).data;
    return 0.299 * red + 0.587 * green + 0.114 * blue < 128 ? 'dark' : 'light';
  };
  const update = (): void => {
    mark.setAttribute(
      'data-portico-theme',
      fromColorScheme() ?? fromAttributes() ?? fromBackground() ?? 'light',
    );
  };

  update();
  new MutationObserver(update).observe(document.documentElement, { attributes: true });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', update);
};

/** Keeps the components in the mode of the page around them. */
export const useThemeMode = (): void => {
  useInsertionEffect(watchThemeMode, []);
};
