import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import common from './en/common.json' with { type: 'json' };

/**
 * `common` is what handler pages and the frame need and ships with the first script. The admin app adds its
 * namespaces when it loads (see `admin-messages.ts`).
 */
export const i18n = createInstance();

void i18n.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  defaultNS: 'common',
  resources: { en: { common } },
  interpolation: { escapeValue: false },
  returnNull: false,
  showSupportNotice: false,
});
