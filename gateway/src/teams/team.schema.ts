import { z } from 'zod';
import { object, text, uuid } from '../http/fields.ts';
import { metadata } from '../http/metadata.ts';
import { imageUrl } from '../http/url.ts';

const clientFields = {
  id: z.string(),
  display_name: z.string(),
  profile_image_url: z.string().nullable(),
  client_metadata: z.unknown(),
  client_read_only_metadata: z.unknown(),
};

export const clientTeam = z.object(clientFields);
export const serverTeam = z.object({
  ...clientFields,
  server_metadata: z.unknown(),
  created_at_millis: z.number(),
});
export const teamView = { client: clientTeam, server: serverTeam };

export const teamParams = object({ team_id: uuid() });

const clientWritable = {
  profile_image_url: imageUrl().nullable().optional(),
  client_metadata: metadata().optional(),
};

export const serverWritable = {
  ...clientWritable,
  client_read_only_metadata: metadata().optional(),
  server_metadata: metadata().optional(),
};

export const teamUpdate = {
  client: object({ display_name: text().optional(), ...clientWritable }),
  server: object({ display_name: text().optional(), ...serverWritable }),
};

export { clientWritable };
