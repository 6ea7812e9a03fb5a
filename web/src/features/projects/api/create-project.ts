import type { Owner } from '../../account/api/get-owner.ts';

export interface NewProject {
  displayName: string;
  description: string;
  teamId: string;
  credentialEnabled: boolean;
  magicLinkEnabled: boolean;
  passkeyEnabled: boolean;
}

export const createProject = async (
  owner: Owner,
  { displayName, description, teamId, ...methods }: NewProject,
) => await owner.createProject({ displayName, description, teamId, config: methods });
