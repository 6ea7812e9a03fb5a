import { flag, object, userIdOrMe } from '../http/fields.ts';

/** One schema for every operation of the resource. `add_current_user` is how old kits name the creator. */
export const teamsQuery = object({ user_id: userIdOrMe().optional(), add_current_user: flag().optional() });
