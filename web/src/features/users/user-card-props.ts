import type { OwnedProject } from '../projects/api/list-projects.ts';
import type { ProjectUser } from './api/list-users.ts';

/** What every card of a user's page gets. */
export interface UserCardProps {
  project: OwnedProject;
  user: ProjectUser;
  /** Resolves once the page shows the new state. */
  onChanged: () => Promise<void>;
}
