/** Colours of the components. Any CSS colour works. */
export interface ThemeColors {
  background: string;
  foreground: string;
  card: string;
  cardForeground: string;
  popover: string;
  popoverForeground: string;
  primary: string;
  primaryForeground: string;
  secondary: string;
  secondaryForeground: string;
  muted: string;
  mutedForeground: string;
  accent: string;
  accentForeground: string;
  destructive: string;
  destructiveForeground: string;
  border: string;
  input: string;
  ring: string;
}

export interface Theme {
  light?: Partial<ThemeColors>;
  dark?: Partial<ThemeColors>;
  /** Default: `0.5rem`. */
  radius?: string;
}

/** Warm neutral greys and one deep teal, used for the primary action and focus only. */
export const lightColors: ThemeColors = {
  background: 'oklch(0.985 0.003 85)',
  foreground: 'oklch(0.24 0.008 75)',
  card: 'oklch(1 0 0)',
  cardForeground: 'oklch(0.24 0.008 75)',
  popover: 'oklch(1 0 0)',
  popoverForeground: 'oklch(0.24 0.008 75)',
  primary: 'oklch(0.47 0.082 195)',
  primaryForeground: 'oklch(0.99 0.005 195)',
  secondary: 'oklch(0.955 0.005 85)',
  secondaryForeground: 'oklch(0.28 0.008 75)',
  muted: 'oklch(0.965 0.004 85)',
  mutedForeground: 'oklch(0.5 0.012 75)',
  accent: 'oklch(0.955 0.005 85)',
  accentForeground: 'oklch(0.28 0.008 75)',
  destructive: 'oklch(0.52 0.19 27)',
  destructiveForeground: 'oklch(0.99 0.005 27)',
  border: 'oklch(0.905 0.006 85)',
  input: 'oklch(0.84 0.008 85)',
  ring: 'oklch(0.58 0.095 195)',
};

/** Designed for the dark, not inverted. */
export const darkColors: ThemeColors = {
  background: 'oklch(0.185 0.006 75)',
  foreground: 'oklch(0.93 0.006 85)',
  card: 'oklch(0.22 0.007 75)',
  cardForeground: 'oklch(0.93 0.006 85)',
  popover: 'oklch(0.245 0.008 75)',
  popoverForeground: 'oklch(0.93 0.006 85)',
  primary: 'oklch(0.76 0.105 190)',
  primaryForeground: 'oklch(0.2 0.035 195)',
  secondary: 'oklch(0.285 0.008 75)',
  secondaryForeground: 'oklch(0.93 0.006 85)',
  muted: 'oklch(0.255 0.007 75)',
  mutedForeground: 'oklch(0.71 0.012 85)',
  accent: 'oklch(0.295 0.009 75)',
  accentForeground: 'oklch(0.95 0.006 85)',
  destructive: 'oklch(0.72 0.15 25)',
  destructiveForeground: 'oklch(0.2 0.04 25)',
  border: 'oklch(0.305 0.008 75)',
  input: 'oklch(0.38 0.01 75)',
  ring: 'oklch(0.7 0.1 190)',
};

const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** CSS variables of a palette: `primaryForeground` becomes `--portico-primary-foreground`. */
export const colorVariables = (colors: Partial<ThemeColors>): string =>
  Object.entries(colors)
    .filter(([, color]) => color !== undefined)
    .map(([name, color]) => `--portico-${dashed(name)}: ${color};`)
    .join(' ');

/** Matches components in a page whose theme was found to be dark. */
export const darkSelector = (scope: string): string =>
  `html:has(head > [data-portico-theme='dark']) ${scope}`;
