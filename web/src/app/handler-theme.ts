import type { Theme } from '@portico/sdk/react';

/** The kit's components in the app's own colours. The variables change with the mode by themselves. */
const colors = {
  background: 'var(--canvas)',
  foreground: 'var(--fg)',
  card: 'var(--surface)',
  cardForeground: 'var(--fg)',
  popover: 'var(--raised)',
  popoverForeground: 'var(--fg)',
  primary: 'var(--accent)',
  primaryForeground: 'var(--accent-fg)',
  secondary: 'var(--hover)',
  secondaryForeground: 'var(--fg)',
  muted: 'var(--sunken)',
  mutedForeground: 'var(--muted)',
  accent: 'var(--hover)',
  accentForeground: 'var(--fg)',
  destructive: 'var(--danger)',
  destructiveForeground: 'var(--danger-fg)',
  border: 'var(--line)',
  input: 'var(--line-strong)',
  ring: 'var(--ring)',
};

export const handlerTheme: Theme = { light: colors, dark: colors, radius: '8px' };
