const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/**
 * Upper-cased and by code unit, so that `$` comes before digits, `:`, letters and `_`. Of two ids that differ
 * only in case, the one in lower case comes first.
 */
export const compareIds = (one: string, other: string): number =>
  compare(one.toUpperCase(), other.toUpperCase()) || compare(other, one);

export const byId = (one: { id: string }, other: { id: string }): number => compareIds(one.id, other.id);

interface Held {
  team_id?: string;
  user_id: string;
  id: string;
}

/** By team, then user, then permission. */
export const byHolder = (one: Held, other: Held): number =>
  compareIds(one.team_id ?? '', other.team_id ?? '') ||
  compareIds(one.user_id, other.user_id) ||
  byId(one, other);
