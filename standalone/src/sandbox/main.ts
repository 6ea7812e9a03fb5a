/** The sandbox issuer as a process of its own, for processes that name it in PORTICO_OAUTH_SANDBOX_ISSUER. */
import { fields, loadConfig } from '@portico/platform/config';
import { createServer } from 'node:http';
import { z } from 'zod';
import { live } from '../live.ts';
import { createSandboxIssuer } from './issuer.ts';

const schema = z.object({
  PORTICO_OAUTH_SANDBOX_ISSUER: fields.url(),
  PORTICO_OAUTH_SANDBOX_SECRET: z.string().min(1),
  PORTICO_PUBLIC_URL: fields.url(),
});

const origin = (url: string): string => url.replace(/\/+$/, '');

live(async () => {
  const config = loadConfig(schema);
  const issuer = origin(config.PORTICO_OAUTH_SANDBOX_ISSUER);
  const serve = createSandboxIssuer({
    issuer,
    api_url: origin(config.PORTICO_PUBLIC_URL),
    client_secret: config.PORTICO_OAUTH_SANDBOX_SECRET,
  });
  const server = createServer((req, res) => void serve(req, res));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(Number(new URL(issuer).port), '127.0.0.1', resolve);
  });
  process.stdout.write(`Sandbox issuer ${issuer}\n`);
  return {
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
});
