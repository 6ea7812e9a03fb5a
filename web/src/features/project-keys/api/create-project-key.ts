import type { OwnedProject } from '../../projects/api/list-projects.ts';
import { expiryChoices } from '../key-expiry.ts';
import type { ExpiryChoice } from '../key-expiry.ts';

export interface NewProjectKey {
  description: string;
  expiry: ExpiryChoice;
}

/** The answer holds the key values, for the only time. */
export const createProjectKey = async (project: OwnedProject, { description, expiry }: NewProjectKey) =>
  await project.app.createInternalApiKey({
    description,
    expiresAt: new Date(Date.now() + expiryChoices[expiry]),
    hasPublishableClientKey: true,
    hasSecretServerKey: true,
    hasSuperSecretAdminKey: false,
  });

export type FirstViewKey = Awaited<ReturnType<typeof createProjectKey>>;
