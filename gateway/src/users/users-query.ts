import { flag, number, object, oneOf, text, uuid } from '../http/fields.ts';

/** More than anybody can ask for; a 32-bit integer. */
const MAX_LIMIT = 2_147_483_647;

/** One schema for every operation of the resource; only the list uses it. */
export const usersQuery = object({
  limit: number({ integer: true, min: 1 })
    .transform((limit) => Math.min(limit, MAX_LIMIT))
    .optional(),
  cursor: uuid().optional(),
  order_by: oneOf('signed_up_at').optional(),
  desc: flag().optional(),
  query: text().optional(),
  include_anonymous: flag().optional(),
  team_id: uuid().optional(),
});
