import { serviceFields } from '@portico/platform/config';
import { z } from 'zod';

/** The environment of the process of its own. */
export const configSchema = z.object({
  ...serviceFields(9102),
  IDENTITY_URL: z.string().default('localhost:9101'),
});

export type TeamsPermissionsConfig = Readonly<z.infer<typeof configSchema>>;
