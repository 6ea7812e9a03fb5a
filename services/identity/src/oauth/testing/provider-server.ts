/** Answers in the place of every provider, over HTTP: what is asked of `github.com` arrives at `/github.com/…`. */
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  /** `POST github.com/login/oauth/access_token` */
  readonly target: string;
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly form: Readonly<Record<string, string>>;
}

export type Answer = object | string | { readonly status: number; readonly body: object | string };
type Reply = Answer | ((asked: Asked) => Answer);

const HOSTS = [
  'accounts.google.com', 'oauth2.googleapis.com', 'www.googleapis.com', 'openidconnect.googleapis.com',
  'github.com', 'api.github.com', 'login.microsoftonline.com', 'graph.microsoft.com', 'accounts.spotify.com',
  'api.spotify.com', 'graph.facebook.com', 'www.facebook.com', 'discord.com', 'gitlab.com', 'bitbucket.org',
  'api.bitbucket.org', 'www.linkedin.com', 'api.linkedin.com', 'appleid.apple.com', 'api.x.com', 'id.twitch.tv',
  'api.twitch.tv', 'id.example.com',
]; // prettier-ignore

export const answer = (status: number, body: object | string): Answer => ({ status, body });

const isStatus = (reply: Answer): reply is { status: number; body: object | string } =>
  typeof reply === 'object' && 'status' in reply && 'body' in reply;

export const startProviderServer = async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' };
  const replies = new Map<string, Reply>();
  const asked: Asked[] = [];

  const server = createServer((req, res) => {
    let text = '';
    req.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
    req.on('end', () => {
      const url = new URL(req.url ?? '', 'http://localhost');
      const target = `${req.method} ${url.pathname.slice(1)}`;
      const form = Object.fromEntries(new URLSearchParams(text));
      const one = { target, query: url.search, headers: req.headers, form };
      asked.push(one);
      const reply = replies.get(target) ?? answer(404, { error: 'not_found' });
      const said = typeof reply === 'function' ? reply(one) : reply;
      const { status, body } = isStatus(said) ? said : { status: 200, body: said };
      const isText = typeof body === 'string';
      res.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json' });
      res.end(isText ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    stand_ins: Object.fromEntries(
      HOSTS.map((host) => [`https://${host}`, `http://127.0.0.1:${port}/${host}`]),
    ),
    jwks: { keys: [jwk] },
    /** For `METHOD host/path`. */
    on: (target: string, reply: Reply): void => void replies.set(target, reply),
    asked,
    /** What was sent there last. */
    lastTo: (target: string): Asked => {
      const found = asked.findLast((one) => one.target === target);
      if (!found) throw new Error(`Nobody asked for ${target}.`);
      return found;
    },
    reset: (): void => {
      replies.clear();
      asked.length = 0;
    },
    sign: (claims: JWTPayload, header: object = {}): Promise<string> =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k', ...header }).sign(privateKey),
    publicKey,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

export type ProviderServer = Awaited<ReturnType<typeof startProviderServer>>;
