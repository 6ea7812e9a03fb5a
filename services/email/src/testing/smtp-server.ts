import { buffer } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface TestSmtpServer {
  readonly port: number;
  /** The source of each mail the server took, with its envelope. */
  readonly mails: { readonly to: string[]; readonly source: string }[];
  /** Answers for the next recipients, such as `[450, 550]`; then everything is taken. */
  readonly refusals: number[];
  /** How many recipients were named to the server. */
  tries(): number;
  stop(): Promise<void>;
}

export interface TestSmtpOptions {
  readonly credentials?: { readonly username: string; readonly password: string };
}

/** A mail server that keeps what it gets and refuses when told to. */
export const startSmtpServer = async ({ credentials }: TestSmtpOptions = {}): Promise<TestSmtpServer> => {
  const mails: TestSmtpServer['mails'] = [];
  const refusals: number[] = [];
  let tries = 0;
  const server = new SMTPServer({
    disabledCommands: credentials ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === credentials?.username && password === credentials?.password;
      done(
        isRight ? null : new Error('Wrong user name or password'),
        isRight ? { user: username } : undefined,
      );
    },
    onRcptTo: (_address, _session, done) => {
      tries += 1;
      const refusal = refusals.shift();
      if (refusal === undefined) done();
      else done(Object.assign(new Error('Not today'), { responseCode: refusal }));
    },
    onData: (stream, session, done) => {
      const take = async () => {
        const source = (await buffer(stream)).toString('utf8');
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), source });
      };
      take().then(() => done(), done);
    },
  });
  // A client that hangs up in the middle is reported here.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { port, mails, refusals, tries: () => tries, stop };
};
