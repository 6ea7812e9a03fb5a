import { systemCall } from '@portico/platform/call';
import { loadConfig } from '@portico/platform/config';
import { connect, openChannel } from '@portico/platform/grpc/client';
import { newKeyringEntry } from '@portico/platform/keyring';
import { createLog } from '@portico/platform/log';
import { createTestDatabase } from '@portico/platform/testing/postgres';
import { ProjectsServiceDefinition } from '@portico/proto/identity/v1/projects';
import { SigningKeysServiceDefinition } from '@portico/proto/identity/v1/signing_keys';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { configSchema } from './config.ts';
import { buildProcess } from './process.ts';

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

describe('the process', () => {
  it('serves over gRPC, and says 503 while its neighbours are away', async () => {
    const port = await freePort();
    const nowhere = `localhost:${await freePort()}`;
    const config = loadConfig(configSchema, {
      GRPC_PORT: String(port),
      PORTICO_DATABASE_URL: createTestDatabase('process'),
      PORTICO_PUBLIC_URL: 'https://api.example.com',
      PORTICO_ENCRYPTION_KEYS: newKeyringEntry('k1'),
      TEAMS_PERMISSIONS_URL: nowhere,
      API_KEYS_URL: nowhere,
      EMAIL_URL: nowhere,
    });
    const running = await buildProcess({ config, log: createLog({ name: 'identity', level: 'silent' }) });
    await running.start();
    const channel = openChannel(`localhost:${port}`);
    try {
      const keys = connect(SigningKeysServiceDefinition, channel);
      await expect(keys.getJwks({ include_anonymous: false }, systemCall('nobody'))).rejects.toMatchObject({
        code: 'CURRENT_PROJECT_NOT_FOUND',
        details: { project_id: 'nobody' },
      });
      const projects = connect(ProjectsServiceDefinition, channel);
      const bootstrap = {
        publishable_client_key: 'a',
        secret_server_key: 'b',
        super_secret_admin_key: 'c',
        web_url: '',
      };
      await expect(projects.bootstrap(bootstrap, systemCall('internal'))).rejects.toMatchObject({
        status: 503,
      });
      await expect(projects.getProject({}, systemCall('internal'))).rejects.toMatchObject({
        code: 'CURRENT_PROJECT_NOT_FOUND',
      });
    } finally {
      channel.close();
      await running.stop();
    }
  });
});
