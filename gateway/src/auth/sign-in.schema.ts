import { z } from 'zod';

/** What every way to sign in answers. */
export const signInResult = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  is_new_user: z.boolean(),
  user_id: z.string(),
});
