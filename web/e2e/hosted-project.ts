import { PorticoClientApp } from '@portico/sdk';
import { baseUrl } from './browser.ts';
import { newEmail, PASSWORD } from './journeys.ts';

type Owner = Awaited<ReturnType<typeof signUpOwner>>;
type OwnedProject = Awaited<ReturnType<Owner['createProject']>>;
export type ProjectConfig = NonNullable<Parameters<Owner['createProject']>[0]['config']>;

/** Sign-in buttons that lead to the page that stands in for a provider. */
export const sandboxProviders = [
  { id: 'github', type: 'shared' },
  { id: 'google', type: 'shared' },
] as const;

/** A project of its own for a journey, with its pages hosted by the installation. */
export interface HostedProject {
  id: string;
  key: string;
  /** Administers it in the name of its owner. */
  admin: OwnedProject['app'];
  /** The address of a page below the project's handler. */
  page(name: string): string;
}

/** The key that the pages of the installation itself use. */
export const clientKey = async (): Promise<string> => {
  const html = await (await fetch(`${baseUrl()}/handler/sign-in`)).text();
  const json = /<script id="portico-config" type="application\/json">(.*?)<\/script>/.exec(html)?.[1] ?? '{}';
  return (JSON.parse(json) as { publishable_client_key: string }).publishable_client_key;
};

const signUpOwner = async () => {
  const app = new PorticoClientApp({
    projectId: 'internal',
    publishableClientKey: await clientKey(),
    baseUrl: baseUrl(),
    tokenStore: 'memory',
  });
  const email = newEmail();
  await app.signUpWithCredential({
    email,
    password: PASSWORD,
    noRedirect: true,
    noVerificationCallback: true,
  });
  return app.getUser({ or: 'throw' });
};

export const createHostedProject = async (
  displayName: string,
  config: ProjectConfig,
): Promise<HostedProject> => {
  const owner = await signUpOwner();
  const team = (await owner.listTeams())[0] ?? (await owner.createTeam({ displayName: 'Harbor' }));
  const project = await owner.createProject({ displayName, teamId: team.id, config });
  const keys = await project.app.createInternalApiKey({
    description: 'Browser tests',
    expiresAt: new Date(Date.now() + 86_400_000),
    hasPublishableClientKey: true,
    hasSecretServerKey: false,
    hasSuperSecretAdminKey: false,
  });
  const key = keys.publishableClientKey ?? '';
  return {
    id: project.id,
    key,
    admin: project.app,
    page: (name) => `/projects/${project.id}/handler/${name}?publishable_client_key=${key}`,
  };
};

/** Has changes of how one signs in wait for a recent sign-in. */
export const requireStepUp = async (project: HostedProject): Promise<void> => {
  const settings = await project.admin.getProject();
  await settings.updateConfig({ 'auth.stepUp.required': true });
};
