import { fields, serviceFields } from '@portico/platform/config';
import { z } from 'zod';

const isSmtpUrl = (text: string): boolean => URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol);

/** What the service itself needs; the standalone process has the same names. */
export const emailSettings = {
  /** `smtp://user:password@host:port`, or `smtps://`; absent: mail is captured in the inbox. */
  PORTICO_SMTP_URL: z.string().refine(isSmtpUrl, 'expected smtp:// or smtps://').optional(),
  /** Address that mail of projects without a server of their own comes from. */
  PORTICO_MAIL_FROM: z.string().includes('@').default('no-reply@portico.localhost'),
  PORTICO_ENCRYPTION_KEYS: fields.keyring(),
};

/** The configuration that `createEmailService` takes. */
export type EmailConfig = Readonly<z.infer<z.ZodObject<typeof emailSettings>>>;

/** The environment of the process of its own. */
export const configSchema = z.object({
  ...serviceFields(9105),
  ...emailSettings,
  IDENTITY_URL: z.string().default('localhost:9101'),
});
