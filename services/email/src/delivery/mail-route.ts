import type { EmailSettings } from '@portico/proto/identity/v1/config';
import { plainLine } from '../rendering/safe-text.ts';
import { usesImplicitTls, type SmtpServer } from './smtp-server.ts';

export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** Where a mail leaves; without a server it goes to the inbox. */
export interface MailRoute {
  readonly type: 'shared' | 'standard';
  readonly server?: SmtpServer;
  readonly from: Sender;
}

/** The deployment's own way out; the inbox when it has no server. */
export interface SharedMail {
  readonly server?: SmtpServer;
  readonly mail_from: string;
}

const addressOf = (mailFrom: string): string => /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim();

/** A project's own server, else the deployment's, else the inbox. */
export const routeOf = (settings: EmailSettings, shared: SharedMail): MailRoute => {
  const own = settings.server;
  if (own?.type === 'standard' && own.host && own.sender_email) {
    const port = own.port ?? 587;
    const { host, username, password } = own;
    return {
      type: 'standard',
      server: { host, port, is_secure: usesImplicitTls(port), username, password },
      from: { name: plainLine(own.sender_name ?? ''), address: plainLine(own.sender_email) },
    };
  }
  return {
    type: 'shared',
    server: shared.server,
    from: { name: plainLine(settings.project_display_name), address: addressOf(shared.mail_from) },
  };
};

/** The sender as the mail log shows it. */
export const senderConfigOf = ({ type, server, from }: MailRoute) => ({
  type,
  host: server?.host ?? 'inbox',
  port: server?.port ?? 0,
  username: server?.username ?? '',
  sender_name: from.name,
  sender_email: from.address,
});
