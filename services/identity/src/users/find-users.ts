/**
 * The statement behind the list of users. The page is cut first, on an index in the order of the list;
 * addresses and links are joined for the users of the page only.
 */
import type { CallContext } from '@portico/platform/call';
import type { ListUsersRequest } from '@portico/proto/identity/v1/users';
import { tenant } from '../deps.ts';
import { JOIN_PRIMARY_EMAIL, USER_COLUMNS } from './select-user.ts';

const USER_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export type FindUsers = Pick<
  ListUsersRequest,
  'limit' | 'cursor' | 'desc' | 'query' | 'include_anonymous'
> & {
  member_ids?: readonly string[];
};

interface Statement {
  text: string;
  values: unknown[];
}

/** The needle as it is: `%` and `_` are characters like any other. */
const likePattern = (needle: string): string => `%${needle.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

const isStorable = (text: string): boolean => !text.includes('\0');

const conditions = (find: FindUsers, bind: (value: unknown) => string): string[] => {
  const list: string[] = [];
  if (!find.include_anonymous) list.push('not u.is_anonymous');
  if (find.member_ids) list.push(`u.id = any(${bind(find.member_ids)}::uuid[])`);
  const needle = find.query ?? '';
  if (needle !== '') {
    const id = needle.replace(/[^A-Za-z0-9\-_.]/g, '');
    const contains = isStorable(needle) ? `u.search_text like ${bind(likePattern(needle))}` : 'false';
    list.push(USER_ID.test(id) ? `(u.id = ${bind(id)}::uuid or ${contains})` : contains);
  }
  if (find.cursor !== undefined) {
    const cursor = bind(find.cursor);
    const time = `(select f.signed_up_at_millis from users f
      where f.project_id = $1 and f.branch_id = $2 and f.id = ${cursor}::uuid)`;
    list.push(`(u.signed_up_at_millis, u.id) ${find.desc ? '<=' : '>='} (${time}, ${cursor}::uuid)`);
  }
  return list;
};

/** Selects one user more than the limit: the first of the next page. */
export const findUsersStatement = (call: CallContext, find: FindUsers): Statement => {
  const values: unknown[] = tenant(call);
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const where = ['u.project_id = $1', 'u.branch_id = $2', ...conditions(find, bind)].join(' and ');
  const direction = find.desc ? 'desc' : 'asc';
  const order = `order by u.signed_up_at_millis ${direction}, u.id ${direction}`;
  const limit = find.limit === undefined ? '' : `limit ${bind(find.limit + 1)}`;
  const text = `
    with page as materialized (select u.* from users u where ${where} ${order} ${limit})
    select ${USER_COLUMNS} from page u ${JOIN_PRIMARY_EMAIL} ${order}`;
  return { text, values };
};
