import { Project } from '@portico/proto/identity/v1/projects';
import type { z } from 'zod';
import { masked } from '../http/update-mask.ts';
import type { projectUpdate } from './project.schema.ts';

/** A project message and the names of what was given; those of the configuration are `config.<key>`. */
export const projectChange = (body: z.output<typeof projectUpdate> & { owner_team_id?: string }) => {
  const { config = {}, ...fields } = body;
  const { values, update_mask } = masked(fields);
  return {
    project: Project.fromPartial({ ...values, config }),
    update_mask: [...update_mask, ...Object.keys(config).map((key) => `config.${key}`)],
  };
};
