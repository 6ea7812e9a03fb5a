import type common from './en/common.json';
import type { adminMessages } from './admin-messages.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof adminMessages & { common: typeof common };
  }
}
