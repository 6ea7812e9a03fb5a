/** The state of the users table, kept in the address so that it can be shared and survives going back. */
export interface UsersSearch {
  query?: string;
  cursor?: string;
  order?: 'oldest';
  anonymous?: 'true';
  /** Opens the form for a new user. */
  create?: 'true';
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

export const readUsersSearch = (search: Record<string, unknown>): UsersSearch => {
  const query = textOf(search.query);
  const cursor = textOf(search.cursor);
  return {
    ...(query && { query }),
    ...(cursor && { cursor }),
    ...(search.order === 'oldest' && { order: 'oldest' as const }),
    ...(search.anonymous === 'true' && { anonymous: 'true' as const }),
    ...(search.create === 'true' && { create: 'true' as const }),
  };
};
