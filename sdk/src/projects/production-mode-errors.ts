import type { AdminDomainConfig } from './project-update.ts';

/** Why a project is not ready for production mode, with the page that helps. */
export interface ProductionModeError {
  readonly message: string;
  readonly relativeFixUrl: string;
}

const isLocalhost = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || /^127(\.\d+){3}$/.test(host);

const domainError = (domain: string): string | null => {
  const probe = domain.replace(/\*+/g, 'wildcard');
  if (!URL.canParse(probe)) return `Trusted domain is not a valid URL: ${domain}`;
  const { hostname, protocol } = new URL(probe);
  if (isLocalhost(hostname))
    return `Localhost domains are not allowed to be trusted in production mode: ${domain}`;
  if (/^[\d.]+$/.test(hostname))
    return `Direct IPs are not valid for trusted domains in production mode: ${domain}`;
  return protocol === 'https:' ? null : `Trusted domains should be HTTPS: ${domain}`;
};

/** At most one error for each domain, the most telling one. */
export const productionModeErrors = (project: {
  readonly id: string;
  readonly config: { readonly allowLocalhost: boolean; readonly domains: readonly AdminDomainConfig[] };
}): ProductionModeError[] => {
  const localhost = project.config.allowLocalhost
    ? ["Localhost is not allowed in production mode, turn off 'Allow localhost' in project settings"]
    : [];
  const domains = project.config.domains.map(({ domain }) => domainError(domain));
  return [...localhost, ...domains]
    .filter((message) => message !== null)
    .map((message) => ({ message, relativeFixUrl: `/projects/${project.id}/domains` }));
};
