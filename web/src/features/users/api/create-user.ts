import type { OwnedProject } from '../../projects/api/list-projects.ts';

export interface NewUser {
  email: string;
  name: string;
  verified: boolean;
  password: string;
}

export const createUser = async (project: OwnedProject, { email, name, verified, password }: NewUser) =>
  await project.app.createUser({
    primaryEmail: email,
    primaryEmailVerified: verified,
    primaryEmailAuthEnabled: true,
    displayName: name || undefined,
    password: password || undefined,
  });
