export interface KeyValues {
  api_url: string;
  project_id: string;
  publishable_client_key?: string;
  secret_server_key?: string;
  super_secret_admin_key?: string;
}

export const envSnippet = (keys: KeyValues): string =>
  [
    ['NEXT_PUBLIC_STACK_API_URL', keys.api_url],
    ['NEXT_PUBLIC_STACK_PROJECT_ID', keys.project_id],
    ['NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY', keys.publishable_client_key],
    ['STACK_SECRET_SERVER_KEY', keys.secret_server_key],
    ['STACK_SUPER_SECRET_ADMIN_KEY', keys.super_secret_admin_key],
  ]
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');

export const sdkSnippet = (keys: KeyValues): string => `import { PorticoClientApp } from '@portico/sdk';

export const portico = new PorticoClientApp({
  baseUrl: '${keys.api_url}',
  projectId: '${keys.project_id}',
  publishableClientKey: '${keys.publishable_client_key ?? '<publishable client key>'}',
  tokenStore: 'cookie',
});

const user = await portico.getUser({ or: 'redirect' });`;

export const curlSnippet = (keys: KeyValues): string => `curl '${keys.api_url}/api/v1/users?limit=10' \\
  -H 'x-stack-access-type: server' \\
  -H 'x-stack-project-id: ${keys.project_id}' \\
  -H 'x-stack-secret-server-key: ${keys.secret_server_key ?? '<secret server key>'}'`;
