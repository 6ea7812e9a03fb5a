/** Written into the page by the server, so one build serves every installation. */
export interface RuntimeConfig {
  api_url: string;
  project_id: string;
  publishable_client_key: string;
}

const readRuntimeConfig = (): RuntimeConfig => {
  const tag = document.getElementById('portico-config');
  if (tag?.textContent) return JSON.parse(tag.textContent) as RuntimeConfig;
  // `vite dev` serves the page itself, without the tag.
  const { env } = import.meta as unknown as { env: Record<string, string | undefined> };
  return {
    api_url: env.VITE_PORTICO_API_URL ?? '',
    project_id: env.VITE_PORTICO_PROJECT_ID ?? 'internal',
    publishable_client_key: env.VITE_PORTICO_PUBLISHABLE_CLIENT_KEY ?? '',
  };
};

const config = readRuntimeConfig();

/** An empty API address means the page's own origin. */
export const runtimeConfig: RuntimeConfig = { ...config, api_url: config.api_url || window.location.origin };
