import { PorticoHandler, PorticoProvider, PorticoTheme } from '@portico/sdk/react';
import type { PorticoClientApp } from '@portico/sdk/react';
import { useEffect } from 'react';
import { handlerTheme } from '../../app/handler-theme.ts';
import { browserLocale } from './browser-locale.ts';

const lang = browserLocale(navigator.languages);

/** Pages of the kit that need more room than a card. */
const isWide = (location: string): boolean => location.endsWith('/account-settings');

export interface HandlerFrameProps {
  app: PorticoClientApp<true>;
  /** The path of the page. */
  location: string;
  /** Which of several forms to sign in is shown first. */
  firstTab?: 'magic-link' | 'password';
}

/** The pages of the kit in the language of the browser. */
export const HandlerFrame = ({ app, location, firstTab }: HandlerFrameProps) => {
  useEffect(() => {
    document.documentElement.lang = lang;
  }, []);
  return (
    <div className={isWide(location) ? 'w-full max-w-[960px]' : 'w-full max-w-[400px]'}>
      <PorticoProvider app={app} lang={lang}>
        <PorticoTheme theme={handlerTheme}>
          <PorticoHandler
            app={app}
            location={location}
            fullPage={false}
            componentProps={{ SignIn: { firstTab }, SignUp: { firstTab } }}
          />
        </PorticoTheme>
      </PorticoProvider>
    </div>
  );
};
