import { checkedText } from './fields.ts';

const SYSTEM_PERMISSIONS: ReadonlySet<string> = new Set([
  '$update_team',
  '$delete_team',
  '$read_members',
  '$remove_members',
  '$invite_members',
  '$manage_api_keys',
]);

const CUSTOM = /^[a-z0-9_:]+$/;

/** A project's own permission or one of the six system ones. */
export const permissionId = () =>
  checkedText(
    (id) => CUSTOM.test(id) || SYSTEM_PERMISSIONS.has(id),
    'must hold only lower-case letters, digits, ":" and "_", or be a system permission',
  );

/** An id that a project may define. */
export const customPermissionId = () =>
  checkedText((id) => CUSTOM.test(id), 'must hold only lower-case letters, digits, ":" and "_"');
