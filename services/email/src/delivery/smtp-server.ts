/** A mail server as both a project's settings and the deployment's URL describe it. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte, as opposed to STARTTLS where the server offers it. */
  readonly is_secure: boolean;
  readonly username?: string;
  readonly password?: string;
}

const IMPLICIT_TLS_PORT = 465;

export const parseSmtpUrl = (text: string): SmtpServer => {
  const url = new URL(text);
  const is_secure = url.protocol === 'smtps:' || url.port === String(IMPLICIT_TLS_PORT);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (is_secure ? IMPLICIT_TLS_PORT : 587)),
    is_secure,
    username: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password) || undefined,
  };
};

export const usesImplicitTls = (port: number): boolean => port === IMPLICIT_TLS_PORT;
