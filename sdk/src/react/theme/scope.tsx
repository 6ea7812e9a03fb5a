import type { CSSProperties, ReactElement, ReactNode } from 'react';
import { css } from './css.ts';
import { useThemeMode } from './mode.ts';

export interface ScopeProps {
  children?: ReactNode;
  className?: string;
  style?: CSSProperties;
}

/** The element every component of the kit begins with: brings the style sheet, once, and the theme's variables. */
export const Scope = ({ children, className = '', style }: ScopeProps): ReactElement => {
  useThemeMode();
  return (
    <>
      <style href="portico" precedence="portico">
        {css}
      </style>
      <div className={`portico-scope ${className}`} style={style}>
        {children}
      </div>
    </>
  );
};

/** Centres a card on the page when it has the page to itself. */
export const Page = ({
  fullPage = false,
  children,
}: {
  fullPage?: boolean;
  children?: ReactNode;
}): ReactElement => (
  <Scope className={fullPage ? 'portico-page' : ''} style={fullPage ? { minHeight: '100dvh' } : undefined}>
    {children}
  </Scope>
);
