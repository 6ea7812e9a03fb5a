/** What a bare Express route with one indexed select and one ES256 operation can do on this machine. */
import express, { type Express } from 'express';
import { generateKeyPair, jwtVerify, SignJWT, type CryptoKey } from 'jose';
import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

export interface RouteLimitJob {
  /** The identity service's database, filled. */
  readonly database_url: string;
  /** Users who get a token. */
  readonly user_ids: readonly string[];
}

export interface RouteLimitReady {
  readonly url: string;
  readonly pid: number;
  readonly access_tokens: readonly string[];
}

const POOL_SIZE = 10;

type Keys = { publicKey: CryptoKey; privateKey: CryptoKey };

const sign = ({ privateKey }: Keys, user_id: string): Promise<string> =>
  new SignJWT({ role: 'authenticated' })
    .setProtectedHeader({ alg: 'ES256' })
    .setSubject(user_id)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey);

const addWhoami = (app: Express, pool: pg.Pool, keys: Keys): void => {
  app.get('/api/v1/users/me', async (req, res) => {
    const { payload } = await jwtVerify(req.get('x-stack-access-token') ?? '', keys.publicKey);
    const { rows } = await pool.query({
      name: 'whoami',
      text: 'select * from users where project_id = $1 and branch_id = $2 and id = $3',
      values: ['internal', 'main', payload.sub],
    });
    res.json(rows[0]);
  });
};

const addRefresh = (app: Express, pool: pg.Pool, keys: Keys): void => {
  app.post('/api/v1/auth/sessions/current/refresh', async (req, res) => {
    const hash = createHash('sha256')
      .update(req.get('x-stack-refresh-token') ?? '')
      .digest('hex');
    const { rows } = await pool.query<{ user_id: string }>({
      name: 'refresh',
      text: `select user_id, expires_at_millis, revoked_at_millis from sessions
             where project_id = $1 and branch_id = $2 and refresh_token_hash = $3`,
      values: ['internal', 'main', hash],
    });
    const [session] = rows;
    if (!session) return void res.status(401).json({});
    res.json({ access_token: await sign(keys, session.user_id) });
  });
};

/** The least that an exchange of a code for tokens needs: find what the code stands for, mark it, sign. */
const addExchange = (app: Express, pool: pg.Pool, keys: Keys): void => {
  app.post('/api/v1/auth/oauth/token', express.urlencoded({ extended: false }), async (req, res) => {
    const { code } = req.body as { code: string };
    const hash = createHash('sha256').update(code).digest('hex');
    const place = ['internal', 'main', hash];
    const { rows } = await pool.query<{ user_id: string }>({
      name: 'code',
      text: `select user_id, code_challenge, redirect_uri from oauth_authorization_codes
             where project_id = $1 and branch_id = $2 and code_hash = $3`,
      values: place,
    });
    const { rowCount } = await pool.query({
      name: 'use',
      text: `update oauth_authorization_codes set used_at_millis = $4
             where project_id = $1 and branch_id = $2 and code_hash = $3 and used_at_millis is null`,
      values: [...place, Date.now()],
    });
    const [found] = rows;
    if (!found || rowCount === 0) return void res.status(400).json({});
    res.json({ access_token: await sign(keys, found.user_id), refresh_token: hash });
  });
};

export const serveRouteLimit = async ({
  database_url,
  user_ids,
}: RouteLimitJob): Promise<RouteLimitReady> => {
  const pool = new pg.Pool({ connectionString: database_url, max: POOL_SIZE });
  const keys = await generateKeyPair('ES256');
  const app = express();
  addWhoami(app, pool, keys);
  addRefresh(app, pool, keys);
  addExchange(app, pool, keys);
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const access_tokens = await Promise.all(user_ids.map((user_id) => sign(keys, user_id)));
  return { url: `http://127.0.0.1:${port}`, pid: process.pid, access_tokens };
};
