'use client';

import type { ReactElement, ReactNode } from 'react';
import { css } from './css.ts';
import { watchThemeMode } from './mode.ts';
import { colorVariables, darkSelector } from './tokens.ts';
import type { Theme } from './tokens.ts';

export interface PorticoThemeProps {
  theme?: Theme;
  /** For a content security policy: goes on the style and script tags. */
  nonce?: string;
  children?: ReactNode;
}

const scope = '.portico-scope.portico-scope';

const themeCss = ({ light = {}, dark = {}, radius }: Theme): string => {
  const radiusVariable = radius === undefined ? '' : `--portico-radius: ${radius};`;
  return `${scope} { ${colorVariables(light)} ${radiusVariable} } ${darkSelector(scope)} { ${colorVariables({ ...light, ...dark })} }`;
};

/** Keeps a value from closing the tag it is written into. */
const inert = (text: string): string => text.replaceAll('<', '\\3c ');

/** Colours and corners of the components below. Also decides the mode before the first paint of a server-rendered page. */
export const PorticoTheme = ({ theme = {}, nonce, children }: PorticoThemeProps): ReactElement => (
  <>
    <script
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: `(${watchThemeMode.toString()})()` }}
    />
    <style href="portico" precedence="portico" nonce={nonce}>
      {css}
    </style>
    <style nonce={nonce} dangerouslySetInnerHTML={{ __html: inert(themeCss(theme)) }} />
    {children}
  </>
);
