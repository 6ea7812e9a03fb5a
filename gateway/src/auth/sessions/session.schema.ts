import { z } from 'zod';

/** Names as the wire has them. */
const endUserIpInfo = z.object({
  ip: z.string(),
  countryCode: z.string().nullable(),
  regionCode: z.string().nullable(),
  cityName: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  tzIdentifier: z.string().nullable(),
});

export const session = z.object({
  id: z.string(),
  user_id: z.string(),
  created_at: z.number(),
  last_used_at: z.number().optional(),
  is_impersonation: z.boolean(),
  is_current_session: z.boolean(),
  last_used_at_end_user_ip_info: endUserIpInfo.optional(),
});
