/** A deployment that may ask an OpenID provider of the tests, and projects that let people sign in with it. */
import { expect } from 'vitest';
import { startDeployment } from '../deployment.ts';
import { newProject, overrideConfig, type Project } from '../project.ts';
import { codeOf, createBrowser, newAttempt, type Attempt, type Page } from './browser.ts';
import { startOpenIdIssuer, type Grant, type OpenIdIssuer, type Visit } from './openid-issuer.ts';
import { exchange, type SignedIn } from './project-with-providers.ts';
import { ok } from '../client.ts';

export interface World {
  readonly issuer: OpenIdIssuer;
  /** A project with the provider `acme`, and with a shared one that the issuer stands in for. */
  newProject(config?: object): Promise<Project>;
  stop(): Promise<void>;
}

export const ACME = { type: 'oidc', isShared: false, allowSignIn: true, allowConnectedAccounts: true };

export const startWorld = async (): Promise<World> => {
  const issuer = await startOpenIdIssuer();
  const deployment = await startDeployment({
    PORTICO_OAUTH_SANDBOX_ISSUER: issuer.url,
    PORTICO_OAUTH_SANDBOX_SECRET: 'sandbox',
    PORTICO_ALLOW_SHARED_OAUTH_ACCESS_TOKENS: 'on',
  });
  Object.assign(process.env, deployment.env);
  return {
    issuer,
    newProject: async (config = {}) => {
      const project = await newProject({ oauth_providers: [{ id: 'github', type: 'shared' }], ...config });
      const keys = { clientId: 'acme-client', clientSecret: 'acme-secret', issuerUrl: issuer.url };
      await overrideConfig(project, { 'auth.oauth.providers.acme': { ...ACME, ...keys } });
      return project;
    },
    stop: async () => {
      await deployment.stop();
      issuer.stop();
    },
  };
};

interface More {
  readonly provider?: string;
  /** Parameters of the authorize address. */
  readonly more?: Readonly<Record<string, string>>;
  /** What the provider sends back in the place of a code. */
  readonly back?: Readonly<Record<string, string>>;
}

export interface Arrived {
  readonly attempt: Attempt;
  readonly page: Page;
  readonly grant: Grant;
}

/** The whole way of somebody who signs in at the issuer, up to the answer of our callback. */
export const arrive = async (
  { issuer, project }: { issuer: OpenIdIssuer; project: Project },
  visit: Visit,
  { provider = 'acme', more, back }: More = {},
): Promise<Arrived> => {
  const browser = createBrowser();
  const attempt = newAttempt(project, more, provider);
  const start = await browser.open(attempt.address);
  expect(start.status, start.text).toBe(307);
  const asked = new URL(start.location ?? '').searchParams;
  const { code, grant } = issuer.welcome(visit, asked.get('nonce'));
  const callback = new URL(asked.get('redirect_uri') ?? '');
  const parameters = { ...(back ?? { code }), state: asked.get('state') ?? '' };
  callback.search = new URLSearchParams(parameters).toString();
  return { attempt, page: await browser.open(callback.href), grant };
};

/** The same, up to the tokens. */
export const enter = async (
  where: { issuer: OpenIdIssuer; project: Project },
  visit: Visit,
  more: More = {},
): Promise<SignedIn & { grant: Grant }> => {
  const { attempt, page, grant } = await arrive(where, visit, more);
  const given = { code: codeOf(page), code_verifier: attempt.verifier };
  return { ...(ok(await exchange(where.project, given)) as SignedIn), grant };
};
