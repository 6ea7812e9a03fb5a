import { z } from 'zod';
import { object, userIdOrMe, uuid } from '../http/fields.ts';

export const contactChannel = z.object({
  id: z.string(),
  user_id: z.string(),
  type: z.string(),
  value: z.string(),
  is_primary: z.boolean(),
  is_verified: z.boolean(),
  used_for_auth: z.boolean(),
});

/** Every route of a resource knows the parameters of its list. */
export const contactChannelsQuery = object({
  user_id: userIdOrMe().optional(),
  contact_channel_id: uuid().optional(),
});

export const contactChannelParams = object({ user_id: userIdOrMe(), contact_channel_id: uuid() });
