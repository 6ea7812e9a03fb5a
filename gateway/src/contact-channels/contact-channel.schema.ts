import { z } from 'zod';

export const contactChannel = z.object({
  id: z.string(),
  user_id: z.string(),
  type: z.string(),
  value: z.string(),
  is_primary: z.boolean(),
  is_verified: z.boolean(),
  used_for_auth: z.boolean(),
});
