import type { Settings } from './config.ts';

const bold = (text: string): string => (process.stdout.isTTY ? `\u001b[1m${text}\u001b[22m` : text);

const mailLine = (settings: Settings): string =>
  settings.PORTICO_SMTP_URL === undefined
    ? `caught in ${settings.PORTICO_WEB_URL}/inbox`
    : 'sent with PORTICO_SMTP_URL';

/** What whoever started it wants to know: where it is, the keys, how to end it. */
export const banner = (settings: Settings): string => `
  ${bold('Portico')} is running.

  Open    ${bold(settings.PORTICO_WEB_URL)}
  API     ${settings.PORTICO_PUBLIC_URL}/api/v1
  Mail    ${mailLine(settings)}
  Data    ${settings.PORTICO_DATABASE_URL === undefined ? settings.PORTICO_DATA_DIR : 'in PORTICO_DATABASE_URL'}

  Keys of project internal
  publishable client key   ${settings.PORTICO_SEED_PUBLISHABLE_CLIENT_KEY}
  secret server key        ${settings.PORTICO_SEED_SECRET_SERVER_KEY}
  super secret admin key   ${settings.PORTICO_SEED_SUPER_SECRET_ADMIN_KEY}

  Sign up on the page to get an account, then create your first project there.
  Ctrl-C stops Portico and keeps the data.
`;
