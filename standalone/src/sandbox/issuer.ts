/**
 * An OpenID issuer for one machine. It stands in for the OAuth providers whose keys nobody has on a laptop,
 * so that every button works: any address signs in. Loaded at the first request, for few starts need it.
 */
import { newSecret } from '@portico/platform/ids';
import { OAUTH_PROVIDER_TYPES } from '@portico/identity/oauth-provider-types';
import { exportJWK, generateKeyPair } from 'jose';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Configuration } from 'oidc-provider';
import { createInteraction } from './interaction.ts';
import { createMemoryAdapters } from './memory-adapter.ts';

/** In seconds. */
const HOUR = 3600;

/** Where the one process mounts it. */
export const SANDBOX_PATH = '/sandbox-oauth';

export interface SandboxOptions {
  /** Its own address, the path included. */
  issuer: string;
  /** Origin of the API. */
  api_url: string;
  client_secret: string;
}

type Handler = (req: IncomingMessage, res: ServerResponse) => unknown;

const clientsOf = ({ api_url, client_secret }: SandboxOptions) =>
  OAUTH_PROVIDER_TYPES.map((type) => ({
    client_id: type,
    client_secret,
    redirect_uris: [`${api_url}/api/v1/auth/oauth/callback/${type}`],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code' as const],
  }));

const newKeys = async () => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] };
};

const configurationOf = async (options: SandboxOptions): Promise<Configuration> => ({
  adapter: createMemoryAdapters(),
  clients: clientsOf(options),
  cookies: { keys: [newSecret()] },
  jwks: (await newKeys()) as Configuration['jwks'],
  // Whoever signs in is who they say.
  findAccount: (_context, sub) => ({
    accountId: sub,
    claims: () => ({ sub, email: sub, email_verified: true }),
  }),
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  scopes: ['openid', 'offline_access', 'email', 'profile'],
  pkce: { required: () => false },
  features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
  interactions: { url: (_context, { uid }) => `${options.issuer}/interaction/${uid}` },
  ttl: {
    AccessToken: HOUR,
    AuthorizationCode: 60,
    Grant: 30 * 24 * HOUR,
    IdToken: HOUR,
    Interaction: 600,
    RefreshToken: 30 * 24 * HOUR,
    Session: 600,
  },
});

const open = async (options: SandboxOptions): Promise<Handler> => {
  const { interactionPolicy, Provider } = await import('oidc-provider');
  const policy = interactionPolicy.base();
  // Everybody is asked who they are, every time: the sandbox is there to try different people.
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'always',
        'Signing in is always asked for',
        ({ oidc }) => !oidc.result?.login,
      ),
    );
  const configuration = await configurationOf(options);
  const interactions = { ...configuration.interactions, policy };
  const provider = new Provider(options.issuer, { ...configuration, interactions });
  provider.proxy = true;
  const interact = createInteraction(provider);
  const serve = provider.callback();
  return (req, res) => (req.url?.startsWith('/interaction/') ? interact(req, res) : serve(req, res));
};

/** Takes the requests below its path, which is not part of their `url`. */
export const createSandboxIssuer = (options: SandboxOptions): Handler => {
  let opened: Promise<Handler> | undefined;
  return async (req, res) => {
    try {
      await (
        await (opened ??= open(options))
      )(req, res);
    } catch {
      if (res.headersSent) return res.destroy();
      res.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' });
      res.end('This sandbox sign-in is over. Go back to the application and start again.');
    }
  };
};
