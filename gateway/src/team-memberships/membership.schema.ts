import { z } from 'zod';
import { object, userIdOrMe, uuid } from '../http/fields.ts';

export const membership = z.object({ team_id: z.string(), user_id: z.string() });
export const membershipParams = object({ team_id: uuid(), user_id: userIdOrMe() });
