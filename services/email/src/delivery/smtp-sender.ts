import { createTransport } from 'nodemailer';
import type { RenderedMail } from '../rendering/render-mail.ts';
import type { Sender } from './mail-route.ts';
import type { SmtpServer } from './smtp-server.ts';

export interface OutgoingMail extends RenderedMail {
  readonly from: Sender;
  readonly to: string;
}

export interface SmtpRoute {
  readonly server: SmtpServer;
  readonly is_shared: boolean;
}

export interface SmtpSender {
  /** Resolves when the server has taken the mail. */
  send(route: SmtpRoute, mail: OutgoingMail): Promise<void>;
  stop(): void;
}

const CONNECT_MILLIS = 10_000;
const SOCKET_MILLIS = 15_000;
/** Longest whole delivery; shorter than the time a claimed mail stays with its worker. */
const TOTAL_MILLIS = 40_000;
const optionsOf = ({ host, port, is_secure, username, password }: SmtpServer) => ({
  host,
  port,
  secure: is_secure,
  auth: username ? { user: username, pass: password ?? '' } : undefined,
  connectionTimeout: CONNECT_MILLIS,
  greetingTimeout: CONNECT_MILLIS,
  socketTimeout: SOCKET_MILLIS,
  // Nothing in a mail may name a file or an address to fetch.
  disableFileAccess: true,
  disableUrlAccess: true,
});

const withinTime = async <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = Object.assign(new Error('The delivery took too long.'), { code: 'ETIMEDOUT' });
    timer = setTimeout(() => reject(error), TOTAL_MILLIS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * @param shared The deployment's own server. Its connections stay open; the servers of projects may be slow or
 * many, so each mail opens its own there.
 */
export const createSmtpSender = (shared?: SmtpServer): SmtpSender => {
  const pool = shared && createTransport({ ...optionsOf(shared), pool: true, maxConnections: 5 });

  const send = async (route: SmtpRoute, { from, to, subject, html, text }: OutgoingMail) => {
    const message = { from, to: { name: '', address: to }, subject, html, text };
    const transport = (route.is_shared && pool) || createTransport(optionsOf(route.server));
    try {
      await withinTime(transport.sendMail(message));
    } finally {
      if (transport !== pool) transport.close();
    }
  };

  return { send, stop: () => pool?.close() };
};
