import { i18n } from '../../i18n/i18n.ts';
import type { ProjectUser } from './api/list-users.ts';

/** How a user is called in tables, menus and confirmations. */
export const userName = (user: Pick<ProjectUser, 'displayName' | 'primaryEmail'>): string =>
  user.displayName ?? user.primaryEmail ?? i18n.t('unnamed', { ns: 'users' });
