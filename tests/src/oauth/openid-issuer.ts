/** An OpenID provider whose every answer a test decides. It has no pages: tests skip to the callback. */
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Fields = Readonly<Record<string, unknown>>;

interface Reply {
  readonly status: number;
  readonly body: Fields;
}

/** Somebody who signs in there, and what becomes of it. */
export interface Visit {
  /** What the provider says about the person. */
  readonly info: Fields & { readonly sub: string };
  readonly info_status?: number;
  /** Other claims of the ID token than the right ones; an undefined one is left out. */
  readonly claims?: Fields;
  /** An ID token of no key of the provider. */
  readonly is_forged?: boolean;
  /** Other members of the token answer. */
  readonly tokens?: Fields;
  /** Answered in the place of tokens. */
  readonly refusal?: Reply;
  /** A refresh token is good for one use. */
  readonly rotates?: boolean;
}

/** The tokens that one person's visit led to. */
export interface Grant {
  readonly visit: Visit;
  readonly access_tokens: Set<string>;
  readonly refresh_tokens: Set<string>;
  /** Forms that were sent to exchange a refresh token. */
  readonly refreshes: Readonly<Record<string, string>>[];
}

const newToken = (): string => randomBytes(16).toString('hex');

const newKey = async () => generateKeyPair('RS256', { extractable: true });

const metadataOf = (issuer: string): Fields => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/jwks`,
  scopes_supported: ['openid', 'email', 'profile', 'offline_access'],
});

/** The client's name in its Basic credentials. */
const clientOf = ({ headers }: IncomingMessage): string =>
  Buffer.from(String(headers.authorization).slice('Basic '.length), 'base64').toString().split(':')[0] ?? '';

const fresh = (grant: Grant): Fields => {
  const [access_token, refresh_token] = [newToken(), newToken()];
  grant.access_tokens.add(access_token);
  grant.refresh_tokens.add(refresh_token);
  return { access_token, refresh_token, token_type: 'Bearer', expires_in: 3600 };
};

const refreshed = (grants: Iterable<Grant>, form: Readonly<Record<string, string>>): Reply => {
  const old = form.refresh_token ?? '';
  const grant = [...grants].find(({ refresh_tokens }) => refresh_tokens.has(old));
  if (!grant) return { status: 400, body: { error: 'invalid_grant' } };
  grant.refreshes.push(form);
  if (grant.visit.rotates) {
    grant.refresh_tokens.delete(old);
    return { status: 200, body: fresh(grant) };
  }
  const { refresh_token: _, ...rest } = fresh(grant);
  return { status: 200, body: rest };
};

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

export const startOpenIdIssuer = async () => {
  const [good, other] = [await newKey(), await newKey()];
  const jwk = { ...(await exportJWK(good.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' };
  const codes = new Map<string, { grant: Grant; nonce: string | null }>();
  const grants: Grant[] = [];
  let issuer = '';

  const idToken = ({ grant, nonce }: { grant: Grant; nonce: string | null }, aud: string) => {
    const now = Math.floor(Date.now() / 1000);
    const { visit } = grant;
    const usual = { iss: issuer, aud, sub: visit.info.sub, iat: now, exp: now + 600, nonce };
    const jwt = new SignJWT({ ...usual, ...visit.claims }).setProtectedHeader({ alg: 'RS256', kid: 'k' });
    return jwt.sign((visit.is_forged ? other : good).privateKey);
  };
  const exchanged = async (code: string, aud: string): Promise<Reply> => {
    const found = codes.get(code);
    if (!found) return { status: 400, body: { error: 'invalid_grant' } };
    codes.delete(code);
    const { visit } = found.grant;
    if (visit.refusal) return visit.refusal;
    const id_token = await idToken(found, aud);
    return { status: 200, body: { ...fresh(found.grant), id_token, ...visit.tokens } };
  };
  const informed = ({ headers }: IncomingMessage): Reply => {
    const token = String(headers.authorization).slice('Bearer '.length);
    const grant = grants.find(({ access_tokens }) => access_tokens.has(token));
    return grant
      ? { status: grant.visit.info_status ?? 200, body: grant.visit.info }
      : { status: 401, body: { error: 'invalid_token' } };
  };
  const answer = async (req: IncomingMessage): Promise<Reply> => {
    if (req.url === '/userinfo') return informed(req);
    if (req.url === '/jwks') return { status: 200, body: { keys: [jwk] } };
    if (req.url !== '/token') return { status: 200, body: metadataOf(issuer) };
    const form = Object.fromEntries(new URLSearchParams(await text(req)));
    return form.grant_type === 'refresh_token'
      ? refreshed(grants, form)
      : exchanged(form.code ?? '', clientOf(req));
  };
  const server = createServer((req, res) => {
    void answer(req).then(({ status, body }) => {
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  issuer = `http://127.0.0.1:${await listen(server)}`;
  return {
    url: issuer,
    /** The person signs in; the code is what the provider sends the browser back with. */
    welcome: (visit: Visit, nonce: string | null): { code: string; grant: Grant } => {
      const grant = {
        visit,
        access_tokens: new Set<string>(),
        refresh_tokens: new Set<string>(),
        refreshes: [],
      };
      const code = newToken();
      grants.push(grant);
      codes.set(code, { grant, nonce });
      return { code, grant };
    },
    isAlive: (token: string): boolean => grants.some(({ access_tokens }) => access_tokens.has(token)),
    stop: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
};

export type OpenIdIssuer = Awaited<ReturnType<typeof startOpenIdIssuer>>;
