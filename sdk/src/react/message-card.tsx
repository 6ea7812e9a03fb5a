'use client';

import type { ReactElement, ReactNode } from 'react';
import { Button } from './form/button.tsx';
import { Page } from './theme/scope.tsx';

export interface MessageCardProps {
  title: string;
  children?: ReactNode;
  fullPage?: boolean;
  primaryButtonText?: string;
  primaryAction?: () => void | Promise<unknown>;
  secondaryButtonText?: string;
  secondaryAction?: () => void | Promise<unknown>;
}

/** Says one thing and offers at most two ways on. */
export const MessageCard = (props: MessageCardProps): ReactElement => {
  const {
    title,
    children,
    fullPage,
    primaryButtonText,
    primaryAction,
    secondaryButtonText,
    secondaryAction,
  } = props;
  const Root = fullPage ? 'main' : 'section';
  return (
    <Page fullPage={fullPage}>
      <Root className="portico-card">
        <div
          className="portico-head"
          style={primaryButtonText || secondaryButtonText ? undefined : { marginBottom: 0 }}
        >
          <h1>{title}</h1>
          {children !== undefined && <div className="portico-message">{children}</div>}
        </div>
        <div className="portico-actions">
          {secondaryButtonText && (
            <Button variant="secondary" onClick={secondaryAction}>
              {secondaryButtonText}
            </Button>
          )}
          {primaryButtonText && <Button onClick={primaryAction}>{primaryButtonText}</Button>}
        </div>
      </Root>
    </Page>
  );
};
