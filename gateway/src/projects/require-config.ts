import type { Project, ProjectConfig } from '@portico/proto/identity/v1/projects';

/** Message fields are optional in TypeScript; a project always comes with its configuration. */
export const requireConfig = (project: Project): Project & { config: ProjectConfig } => {
  const { config } = project;
  if (config === undefined) throw new Error(`project ${project.id} came without its configuration`);
  return { ...project, config };
};
