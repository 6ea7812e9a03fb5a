import { PorticoClientApp } from '@portico/sdk/react';
import { porticoApp } from './portico-app.ts';

/** The same app with hooks, which only the handler pages need; so the rest of the app loads no components of the kit. */
export const handlerApp = new PorticoClientApp({ inheritsFrom: porticoApp });
